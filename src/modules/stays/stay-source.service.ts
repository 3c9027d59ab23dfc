import type { SealedPlace } from '#core/reseal.ts'
import { inTransaction, type Ctx, type TxCtx, type WorkspaceCtx } from '#core/context.ts'
import { seal, sha256, unseal } from '#core/crypto.ts'
import { refusingTaken } from '#core/db-failures.ts'
import { run } from '#core/db.ts'
import { defineFailures, fail, failInapplicable, failTaken } from '#core/errors.ts'
import type { Listed } from '#core/paging.ts'
import { sql } from '#core/sql.ts'
import { failures as propertyFailures, getProperty } from '#modules/properties/property.service.ts'
import { endPause } from './poll.queries.ts'
import { failures as systemFailures, getPropertySystem, trace } from './property-system.service.ts'
import * as sources from './stay-source.queries.ts'
import type { StaySource, StaySourceSet } from './stay-source.schema.ts'

export const failures = {
  property_system_not_found: systemFailures.property_system_not_found,
  property_not_found: propertyFailures.property_not_found,
  ...defineFailures({
    stay_source_not_found: { status: 404, text: 'This property has no source in this property system.' },
    stay_source_taken: { status: 409, text: 'Another property has this source.' },
    stay_source_inapplicable: { status: 422, text: 'This cannot be the source of stays.' },
  }),
}

const TAKEN = {
  property_system_sources_remote: { failure: failures.stay_source_taken, field: 'remoteId' },
  property_system_sources_feed: { failure: failures.stay_source_taken, field: 'feedUrl' },
}

const PURPOSE = 'stay-feed'

export const SEALED_FEEDS: SealedPlace = {
  table: 'property_system_sources',
  column: 'feed_url',
  type: 'text',
  key: ['workspace_id', 'property_system_id', 'property_id'],
  purpose: PURPOSE,
  owner: (row) => String(row['property_id']),
  // If the same feed has been added again meanwhile, this one keeps its old fingerprint.
  async follow(db, signer, row, feedUrl) {
    await run(
      db,
      sql`
      update property_system_sources s set feed_hash = ${sha256(signer.mac(PURPOSE, feedUrl))}
      where workspace_id = ${row['workspace_id']} and property_system_id = ${row['property_system_id']}
        and property_id = ${row['property_id']} and not exists (
          select from property_system_sources o where o.workspace_id = s.workspace_id
            and o.property_system_id = s.property_system_id and o.feed_hash = ${sha256(signer.mac(PURPOSE, feedUrl))})`,
    )
  },
}

export async function listSources(
  ctx: WorkspaceCtx,
  systemId: string,
  query: { limit?: number; offset?: number },
): Promise<Listed<StaySource>> {
  await getPropertySystem(ctx, systemId)
  const { items, pagination } = await sources.listSources(ctx, systemId, query)
  return { items: items.map((row) => shownOf(ctx, row)), pagination }
}

/** The address of a feed as it can be called; undefined when it was sealed under another server secret. */
export function openFeedUrl({ services }: Ctx, { propertyId, feedUrl }: sources.SourceRow): string | undefined {
  return feedUrl === null ? undefined : unseal(services.signer, PURPOSE, propertyId, feedUrl)
}

export function setSource(
  ctx: WorkspaceCtx,
  systemId: string,
  propertyId: string,
  input: StaySourceSet,
): Promise<StaySource> {
  return inTransaction(ctx, async (ctx) => {
    const { provider } = await getPropertySystem(ctx, systemId)
    const { id } = await getProperty(ctx, propertyId)
    const { remoteId = null, feedUrl = null, closedAreStays = false } = input
    const wanted = provider === 'ical' ? 'feedUrl' : 'remoteId'
    const other = provider === 'ical' ? remoteId : feedUrl
    if (input[wanted] === undefined || other !== null)
      failInapplicable(
        failures.stay_source_inapplicable,
        wanted,
        `A source of ${provider} is given by ${wanted}, and by nothing else.`,
      )
    if (feedUrl !== null && !ctx.services.outbound.allows(feedUrl))
      failInapplicable(
        failures.stay_source_inapplicable,
        'feedUrl',
        'Must be a public https address without a user name.',
      )
    const feed = {
      feedUrl: feedUrl && seal(ctx.services.signer, PURPOSE, id, feedUrl),
      feedHash: feedUrl === null ? null : sha256(ctx.services.signer.mac(PURPOSE, feedUrl)),
    }
    if (feedUrl !== null) await assertNew(ctx, systemId, { propertyId: id, feedUrl })
    const row = await refusingTaken(
      sources.saveSource(ctx, systemId, { propertyId: id, remoteId, closedAreStays, ...feed }),
      TAKEN,
    )
    const saved = shownOf(ctx, row ?? fail(failures.stay_source_not_found))
    const { feedHost } = saved
    await endPause(ctx, systemId)
    await trace(ctx, 'property_system.source_set', systemId, { propertyId: id, remoteId, feedHost })
    return saved
  })
}

/**
 * Checks the feeds added before the server's secret was changed: the index compares fingerprints of one secret only.
 */
async function assertNew(
  { db, workspaceId, services }: TxCtx,
  systemId: string,
  { propertyId, feedUrl }: { propertyId: string; feedUrl: string },
): Promise<void> {
  const hashes = services.signer.macs(PURPOSE, feedUrl).slice(1).map(sha256)
  if (hashes.length === 0) return
  const taken = await run(
    db,
    sql`
    select 1 from property_system_sources
    where workspace_id = ${workspaceId} and property_system_id = ${systemId} and property_id <> ${propertyId}
      and feed_hash = any (${hashes}::bytea[])`,
  )
  if (taken > 0) failTaken(failures.stay_source_taken, 'feedUrl')
}

/** The stays that came from it stay as they are. */
export function removeSource(
  ctx: WorkspaceCtx,
  systemId: string,
  propertyId: string,
): Promise<{ propertyId: string; removed: true }> {
  return inTransaction(ctx, async (ctx) => {
    await getPropertySystem(ctx, systemId)
    if (!(await sources.deleteSource(ctx, systemId, propertyId))) fail(failures.stay_source_not_found)
    await endPause(ctx, systemId)
    await trace(ctx, 'property_system.source_removed', systemId, { propertyId })
    return { propertyId, removed: true as const }
  })
}

function shownOf(ctx: Ctx, row: sources.SourceRow): StaySource {
  const { propertyId, remoteId, closedAreStays, createdAt, updatedAt } = row
  const feedHost = row.feedUrl === null ? null : (URL.parse(openFeedUrl(ctx, row) ?? '')?.host ?? '')
  return { propertyId, remoteId, feedHost, closedAreStays, createdAt, updatedAt }
}
