export async function post(
  address: string,
  headers: Record<string, string>,
  body: object,
): Promise<Record<string, unknown>> {
  const all = { ...headers, 'content-type': 'application/json' }
  const response = await fetch(address, { method: 'POST', headers: all, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as Record<string, unknown>
}
