import { expect, test } from 'vitest'
import { many } from '#core/db.ts'
import { sql } from '#core/sql.ts'
import { harness } from './harness.ts'

/** The most bytes of a row that PostgreSQL takes into a B-tree; a character has at most four. */
const ROW_BYTES_MAX = 2704

/** Words, hashes, and tokens that only we generate; no outside text gets here. */
const OURS = `
  agent_runs.request_scope agent_sandbox_calls.key ai_answers.key ai_callers.token_hash ai_usage_days.route
  api_keys.hash article_passages.config article_passages.language articles.source audit_log.action
  audit_log.target_kind canaries.source completion_rules.requires connection_directories.kind conversations.channel
  conversations.source conversations.status counters.name door_attempts.request_key door_links.token_hash
  file_drafts.storage_key idempotency_keys.scope inbound_deliveries.sender inbound_deliveries.status
  inbound_effects.sender integration_finders.kind integrations.kind kept_keys.purpose kept_keys.secret_id
  lock_connections.provider locks.provider meetings.source message_drafts.author_kind notification_preferences.kind
  notifications.kind oauth_codes.code_hash properties.status property_system_sources.feed_hash reservations.status
  outside_reports.reporter retention.table_name saved_views.area schema_migrations.version share_links.token_hash sign_in_devices.kind
  sign_in_devices.name sign_in_paces.account sign_in_waits.account sign_in_waits.network subscribers.name
  task_attachments.storage_key tasks.scheduled_time tasks.status tool_confirmations.token_hash wf_approval.status
  wf_comparison.verdict wf_operation_item.status wf_run.state wf_trigger.old_token_hash wf_trigger.token_hash
  wf_version.sha256 work_shifts.starts_at`

/** Outside texts and their maximum length, set by the field's schema or by hashing longer ones. */
const BOUNDED: Readonly<Record<string, number>> = {
  'agents.slug': 110,
  'articles.slug': 110,
  'departments.slug': 110,
  'ai_callers.name': 100,
  'ai_nonces.caller': 100,
  'ai_nonces.nonce': 256,
  'ai_usage_days.caller': 100,
  // `shortId` hashes longer ones.
  'articles.external_id': 300,
  'conversations.external_id': 300,
  'inbound_deliveries.external_id': 300,
  'inbound_effects.what': 300,
  'meeting_lines.line_key': 300,
  'meetings.external_id': 300,
  'messages.external_id': 300,
  'messages.provider_message_id': 300,
  // A longer calendar UID is hashed.
  'stay_links.external_id': 300,
  'attachment_claims.external_id': 200,
  'task_attachments.external_id': 200,
  'task_checklist_items.external_id': 200,
  'locks.device_id': 200,
  'reservations.external_id': 500,
  'contacts.lower(email)': 254,
  'users.lower(email)': 254,
  'contacts.phone digits': 50,
  'skills.lower(name)': 100,
  'task_tags.lower(name)': 100,
  'knowledge_words.word': 40,
  // `shortKey` hashes longer ones.
  'rate_buckets.key': 50,
  'rate_windows.key': 50,
  'users.made_in': 63,
  'workspaces.id': 63,
  'wf_run.concurrency_key': 510,
  'wf_comparison.correlation_key': 200,
  'wf_handled_event.correlation_key': 200,
  'wf_observation.correlation_key': 200,
}

/**
 * Written by whoever may change the workspace, its models, or its connected systems; for a program, by the document at
 * its own address. Their schemas do not bound them tightly enough: the database refuses texts that are too long, which
 * is reported as such and changes nothing.
 */
const REFUSED = `
  agent_tool_calls.id ai_usage_days.model ai_usage_days.provider attachment_claims.external_source
  connection_properties.remote_id integration_finders.finder oauth_clients.id oauth_codes.client_id
  oauth_grants.client_id properties.lower(name) property_system_sources.remote_id reservations.external_source
  task_attachments.external_source task_checklist_items.external_source wf_effect.iteration
  wf_effect.path wf_run.correlation_key wf_secret.name wf_signal.event_id wf_step.place wf_version.document_version
  wf_version.name wf_version.namespace wf_wait.type`

const WAY_OUT =
  'Bound the text where it comes in (a length in the schema of its field, or shortId for names that others give) and list its column here: PostgreSQL refuses index rows of more than 2,704 bytes, and a stranger’s text must not end in that.'

const listed = (text: string): string[] => text.trim().split(/\s+/)

test('every text that becomes an index key has a bound that somebody has thought of', async () => {
  const { runtime } = await harness()
  const columns = await many<{ index: string; place: string }>(
    runtime.database.pool,
    sql`
    select i.relname as index, t.relname || '.' || coalesce(a.attname, pg_get_indexdef(i.oid, k.n::int, true)) as place
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_am am on am.oid = i.relam cross join lateral unnest(x.indkey) with ordinality k (attnum, n)
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum and k.attnum > 0
    join pg_attribute ia on ia.attrelid = i.oid and ia.attnum = k.n
    where t.relnamespace = 'public'::regnamespace and am.amname = 'btree'
      and ia.atttypid in ('text'::regtype, 'varchar'::regtype, 'jsonb'::regtype, 'bytea'::regtype)
      and a.attname is distinct from 'workspace_id'
    order by 1, k.n`,
  )
  const named = columns.map(({ index, place }) => ({ index, place: plainly(place) }))
  const places = [...new Set(named.map(({ place }) => place))].toSorted()
  const known = [...listed(OURS), ...Object.keys(BOUNDED), ...listed(REFUSED)].toSorted()
  expect(new Set(known).size).toBe(known.length)
  expect(
    places.filter((place) => !known.includes(place)),
    WAY_OUT,
  ).toEqual([])
  expect(
    known.filter((place) => !places.includes(place)),
    'These are in no index any more: take them out.',
  ).toEqual([])
  const bytes = new Map<string, number>()
  for (const { index, place } of named) bytes.set(index, (bytes.get(index) ?? 100) + 4 * (BOUNDED[place] ?? 0))
  const tooLong = [...bytes].filter(([, sum]) => sum > ROW_BYTES_MAX)
  expect(tooLong, 'The bounds of these together are more than a row of an index takes.').toEqual([])
})

function plainly(place: string): string {
  return place.replace(' COLLATE "C")', ')').replace(/regexp_replace\(phone,.*/, 'phone digits')
}
