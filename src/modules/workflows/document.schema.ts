/** What JSON can say. */
export type Json = null | boolean | number | string | Json[] | JsonObject
export interface JsonObject {
  [name: string]: Json
}

/** ISO 8601, an expression, or the parts. */
export type Duration =
  | string
  | { days?: number; hours?: number; minutes?: number; seconds?: number; milliseconds?: number }

interface SchemaUse {
  format?: string
  document?: Json
  resource?: JsonObject
}
export interface InputUse {
  schema?: SchemaUse
  from?: string | JsonObject
}
export interface OutputUse {
  schema?: SchemaUse
  as?: string | JsonObject
}
export type TimeoutUse = string | { after: Duration }

export interface RetryPolicy {
  when?: string
  exceptWhen?: string
  delay?: Duration
  backoff?: { constant?: JsonObject; linear?: JsonObject; exponential?: JsonObject }
  limit?: { attempt?: { count?: number; duration?: Duration }; duration?: Duration }
  jitter?: { from: Duration; to: Duration }
}

export interface ErrorFilter {
  type?: string
  status?: number
  instance?: string
  title?: string
  details?: string
}

export interface Catch {
  errors?: { with?: ErrorFilter }
  as?: string
  when?: string
  exceptWhen?: string
  retry?: string | RetryPolicy
  do?: TaskList
}

export interface EventFilter {
  with: JsonObject
  correlate?: Record<string, { from: string; expect?: string }>
}
export interface EventStrategy {
  one?: EventFilter
  any?: EventFilter[]
  all?: EventFilter[]
  until?: string | EventStrategy
}

interface Foreach {
  item?: string
  at?: string
  do?: TaskList
  output?: OutputUse
  export?: OutputUse
}

/** A task as its author wrote it; which kind it is says the one field that has the kind's name. */
export interface Task {
  if?: string
  input?: InputUse
  output?: OutputUse
  export?: OutputUse
  timeout?: TimeoutUse
  then?: string
  metadata?: JsonObject
  call?: string
  with?: JsonObject
  do?: TaskList
  for?: { each?: string; in: string; at?: string }
  while?: string
  fork?: { branches: TaskList; compete?: boolean }
  emit?: { event: { with: JsonObject } }
  listen?: { to: EventStrategy; read?: 'data' | 'envelope' | 'raw' }
  foreach?: Foreach
  raise?: { error: string | JsonObject }
  run?: {
    workflow?: { namespace: string; name: string; version: string; input?: JsonObject }
    await?: boolean
    return?: string
  }
  set?: string | JsonObject
  switch?: Record<string, { when?: string; then: string }>[]
  try?: TaskList
  catch?: Catch
  wait?: Duration
}
export type TaskList = Record<string, Task>[]

interface Extension {
  extend: string
  when?: string
  before?: TaskList
  after?: TaskList
}

/** A document of the Serverless Workflow DSL 1.0.3 that its schema has let through. */
export interface WorkflowDocument {
  document: { dsl: string; namespace: string; name: string; version: string; title?: string; summary?: string }
  evaluate?: { language?: string; mode?: 'strict' | 'loose' }
  input?: InputUse
  output?: OutputUse
  timeout?: TimeoutUse
  use?: {
    authentications?: Record<string, JsonObject>
    errors?: Record<string, JsonObject>
    extensions?: Record<string, Extension>[]
    functions?: Record<string, Task>
    retries?: Record<string, RetryPolicy>
    secrets?: string[]
    timeouts?: Record<string, { after: Duration }>
    catalogs?: Record<string, JsonObject>
  }
  schedule?: { every?: Duration; cron?: string; after?: Duration; on?: EventStrategy }
  do: TaskList
}
