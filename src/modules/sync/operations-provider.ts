import type { Readable } from 'node:stream'
import { DeliveryFailure } from '#core/delivery-failure.ts'
import type { WantedTask } from './wanted-task.schema.ts'

export interface Photo {
  fileName: string
  contentType: string
  sizeBytes: number
  /** Anew for each try: a stream can be read once. */
  open(): Promise<Readable>
}

/** How to know a task again that may or may not have been created. */
interface Traces {
  remotePropertyId: string
  /** Stands in the description, and in no other task's. */
  reference: string
  since: Date
  /** Counterparts of earlier lives of the task. */
  exceptIds: readonly string[]
}

/** An outside system that field teams work in. Every method fails with a `ProviderFailure`. */
export interface OperationsProvider {
  /** Signs in anew, whatever tokens are kept, and answers what the provider said. */
  test(): Promise<{ status: number; message: string }>
  /** By the id that the provider's customers call their properties by. */
  listProperties(): Promise<ReadonlyMap<string, string>>
  /** By e-mail, in small letters. */
  listPeople(): Promise<ReadonlyMap<string, string>>
  findTask(traces: Traces): Promise<string | undefined>
  createTask(remotePropertyId: string, task: WantedTask): Promise<string>
  updateTask(remoteId: string, task: WantedTask): Promise<void>
  closeTask(remoteId: string): Promise<void>
  reopenTask(remoteId: string): Promise<void>
  deleteTask(remoteId: string): Promise<void>
  /** Oldest first. */
  photoIds(remoteId: string): Promise<string[]>
  addPhoto(remoteId: string, photo: Photo): Promise<string>
}

const FINAL = ['refused', 'missing', 'credentials']

/**
 * What the provider answered, in its words. `unavailable` leaves open whether it did what was asked; all others say
 * that it did not.
 */
export class ProviderFailure extends DeliveryFailure {
  readonly kind: 'refused' | 'missing' | 'credentials' | 'limited' | 'unavailable'
  readonly status: number | undefined

  constructor(
    kind: ProviderFailure['kind'],
    message: string,
    { status, retryAfterSeconds }: { status?: number | undefined; retryAfterSeconds?: number | undefined } = {},
  ) {
    super(message, { isFinal: FINAL.includes(kind), retryAfterSeconds })
    this.name = 'ProviderFailure'
    this.kind = kind
    this.status = status
  }
}
