import type { TxCtx } from '#core/context.ts'
import { fail } from '#core/errors.ts'
import { failures, oldestDepartment, wrongDepartment } from '#modules/identity/department.service.ts'
import { findReceiver } from '#modules/integrations/receiver.service.ts'
import type { Delivery } from './sender.ts'

/** Whose the tasks of a delivery are: as the integration says, or the oldest department's when that one is gone. */
export async function departmentFor(ctx: TxCtx, { integrationId }: Pick<Delivery, 'integrationId'>): Promise<string> {
  const receiver = integrationId === null ? undefined : await findReceiver(ctx, integrationId)
  const chosen = receiver?.settings.departmentId ?? undefined
  if (chosen !== undefined && (await wrongDepartment(ctx, [chosen])) === -1) return chosen
  return (await oldestDepartment(ctx)) ?? fail(failures.department_not_found)
}
