import { clientOf } from './client.ts'
import type { Harness } from './harness.ts'
import type { Person } from './makers.ts'

/** Makes a person with an account elsewhere a member: the administrator adds them, and they accept. */
export async function join(
  home: Pick<Harness, 'app' | 'asAdmin'>,
  { email, fullName, token }: Person,
  role = 'member',
): Promise<void> {
  const { body } = await home.asAdmin.post('/members', { email, fullName, role })
  await clientOf(home.app, '/api/app/v1/me', token).post(`/invitations/${body.id}/accept`)
}
