import { Type, type Static } from 'typebox'
import {
  closed,
  CreatedAt,
  Id,
  inDocuments,
  Line,
  Nullable,
  Page,
  Paging,
  readBy,
  Uuid,
  WorkspaceId,
} from '#core/schema.ts'

const external = {
  externalSource: Line(100, { description: 'The system the photo comes from.' }),
  externalId: Line(200, { description: 'Its id there.' }),
}
const texts = {
  fileName: Nullable(Line(255), { description: 'null when none was given.' }),
  caption: readBy(['technician'], Nullable(Type.String({ maxLength: 2000 }), inDocuments('Shown with the photo.'))),
}

export const Attachment = Type.Object(
  {
    id: Id,
    externalSource: Nullable(Type.String(), {
      description: 'The system it comes from; null when it was uploaded here.',
    }),
    externalId: Nullable(Type.String(), { description: 'Its id there; with the source unique on the task.' }),
    ...texts,
    contentType: Nullable(Type.String({ description: 'What the bytes are, whatever the source called them.' })),
    sizeBytes: Nullable(Type.Integer({ description: 'As downloaded.' })),
    sha256: Nullable(Type.String({ description: 'Of the bytes, in hexadecimal.' })),
    internalUrl: Nullable(Type.String(), {
      description:
        'Address of our copy. It needs no credential and lasts as long as the photo and its task: give it only to those who may see the photo. null when there is no copy.',
    }),
    externalUrl: Nullable(Type.String(), { description: 'The same, for older clients.' }),
    createdAt: CreatedAt,
  },
  {
    $id: 'Attachment',
    examples: [
      {
        id: '0198f6a2-7c3b-7d11-9f5e-2b1f4c6a8d96',
        externalSource: 'rapideye',
        externalId: 'photo-4711',
        fileName: 'kitchen.jpg',
        caption: 'The tap after the repair',
        contentType: 'image/jpeg',
        sizeBytes: 482_113,
        sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        internalUrl: 'https://app.example/api/v1/files/c2Vhc2lkZQ.5u8nTc0mZ1',
        externalUrl: 'https://app.example/api/v1/files/c2Vhc2lkZQ.5u8nTc0mZ1',
        createdAt: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
)

export const AttachmentPage = Page(Attachment, { $id: 'AttachmentPage' })
export const AttachmentQuery = closed(Paging)
export const AttachmentPath = closed({ workspaceId: WorkspaceId, taskId: Uuid, attachmentId: Uuid })

export const AttachmentCreate = closed(
  {
    ...external,
    sourceUrl: readBy(
      ['technician'],
      Type.String({
        minLength: 1,
        maxLength: 8000,
        description: 'A public https address of an image, good at this moment. It is used once and not kept.',
      }),
    ),
    fileName: Type.Optional(texts.fileName),
    caption: Type.Optional(texts.caption),
    sizeBytes: Type.Optional(
      Nullable(Type.Integer({ minimum: 0 }), { description: 'A hint; what is downloaded is counted.' }),
    ),
  },
  {
    $id: 'AttachmentCreate',
    examples: [
      {
        sourceUrl: 'https://photos.example/4711.jpg?signature=8Qn4',
        externalSource: 'rapideye',
        externalId: 'photo-4711',
        fileName: 'kitchen.jpg',
        caption: 'The tap after the repair',
      },
    ],
  },
)

export type Attachment = Static<typeof Attachment>
export type AttachmentQuery = Static<typeof AttachmentQuery>
export type AttachmentCreate = Static<typeof AttachmentCreate>
