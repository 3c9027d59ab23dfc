import { sweepFiles } from '#core/file-drafts.ts'
import { housekeeping } from '#core/housekeeping.ts'
import type { Routine, Subscriber } from '#core/jobs.ts'
import { expireInteractions } from '#modules/agents/expire-interactions.ts'
import { pruneSandbox } from '#modules/agents/prune-sandbox.ts'
import { agentTalks } from '#modules/agents/talks.ts'
import { pruneAiCalls } from '#modules/ai/prune-ai-calls.ts'
import { pruneAgentEvents } from '#modules/agents/prune-events.ts'
import { pruneAgentRuns } from '#modules/agents/prune-runs.ts'
import { automations, pruneEventDeliveries } from '#modules/automations/automations.ts'
import { messages as sendMessages } from '#modules/conversations/messages.ts'
import { joinedConversations } from '#modules/conversations/join-follow.ts'
import { wakeConversations } from '#modules/conversations/snooze.ts'
import { enrichment } from '#modules/enrichment/enrich.ts'
import { pruneAudit } from '#modules/identity/prune-audit.ts'
import { pruneSessions } from '#modules/identity/prune-sessions.ts'
import { approvalMail } from '#modules/notifications/approval-mail.ts'
import { approvalNotices } from '#modules/notifications/approval-notice.ts'
import { email } from '#modules/notifications/email.ts'
import { joinedNotifications } from '#modules/notifications/join-follow.ts'
import { pauseMail } from '#modules/notifications/pause-mail.ts'
import { pauseNotices } from '#modules/notifications/pause-notice.ts'
import { notifications as notify } from '#modules/notifications/notify.ts'
import { signInMail } from '#modules/notifications/sign-in-mail.ts'
import { signInNotices } from '#modules/notifications/sign-in-notice.ts'
import { pruneNotifications } from '#modules/notifications/prune-notifications.ts'
import { pruneCodes } from '#modules/oauth/prune-codes.ts'
import { prunePrograms } from '#modules/oauth/prune-programs.ts'
import { inboundWork, pruneInbound } from '#modules/inbound/inbound.ts'
import { pruneInstallPasses } from '#modules/installs/prune-passes.ts'
import { embedMissed, embedPublished } from '#modules/knowledge/embedding.ts'
import { endAttempts } from '#modules/locks/end-attempts.ts'
import { tellCheckouts } from '#modules/reservations/check-out.ts'
import { pollStays, stayPoll } from '#modules/stays/stay-poll.ts'
import { taskSync } from '#modules/sync/task-sync.ts'
import { joinedTasks } from '#modules/tasks/join-follow.ts'
import { stayFollow, stayTasks } from '#modules/tasks/stay-follow.ts'
import { pruneToolCalls } from '#modules/tools/prune-calls.ts'
import { workOnMany } from './workflow-api.ts'
import { closeComparisons } from '#modules/workflows/comparison.service.ts'
import { joinedApprovals } from '#modules/workflows/join-follow.ts'
import { pauseJsonata } from '#modules/workflows/pause-jsonata.ts'
import { pruneWorkflowRuns } from '#modules/workflows/prune-runs.ts'
import { pruneTriggers } from '#modules/workflows/prune-triggers.ts'
import { workflowEvents } from '#modules/workflows/workflow-events.ts'
import { senders, workflowTools } from './catalogue.ts'

/** Who acts on events, each with its own retries and dead letter. */
export const subscribers: readonly Subscriber[] = [
  notify,
  email,
  approvalNotices,
  approvalMail,
  pauseMail,
  pauseNotices,
  signInNotices,
  signInMail,
  enrichment,
  taskSync,
  automations,
  workflowEvents(workflowTools),
  workOnMany,
  embedPublished,
  sendMessages,
  stayTasks,
  stayFollow,
  stayPoll,
  inboundWork(senders),
  agentTalks,
  joinedTasks,
  joinedConversations,
  joinedNotifications,
  joinedApprovals,
]

/** Work at fixed times. */
export const routines: readonly Routine[] = [
  housekeeping,
  sweepFiles,
  pruneSessions,
  pruneAudit,
  pruneCodes,
  prunePrograms,
  pruneAgentEvents,
  pruneAgentRuns,
  pruneSandbox,
  pruneToolCalls,
  pruneEventDeliveries,
  pruneNotifications,
  embedMissed,
  wakeConversations,
  pollStays,
  pruneAiCalls,
  expireInteractions,
  pruneInbound,
  tellCheckouts,
  endAttempts,
  pruneTriggers,
  pruneInstallPasses,
  closeComparisons,
  pruneWorkflowRuns,
  pauseJsonata,
]

/** What earlier versions did at fixed times, by name; otherwise it stays in the schedule for workers of a later version. */
export const retiredRoutines: readonly string[] = []
