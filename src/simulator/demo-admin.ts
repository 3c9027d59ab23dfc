import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '#core/folder.ts'

interface DemoAdmin {
  email: string
  password: string
}

const fileIn = (dataDir: string): string => join(dataDir, 'demo-admin.json')

/** For the simulator: beside the server's secret, which opens more, and for the same eyes. */
export function keepDemoAdmin(dataDir: string, seeded: { adminEmail: string; adminPassword: string }): void {
  makeFolder(dataDir)
  const admin: DemoAdmin = { email: seeded.adminEmail, password: seeded.adminPassword }
  writeFileSync(fileIn(dataDir), JSON.stringify(admin), { mode: 0o600 })
}

export function findDemoAdmin(dataDir: string): DemoAdmin | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as DemoAdmin
  } catch {
    return undefined
  }
}
