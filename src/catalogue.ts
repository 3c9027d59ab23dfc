import type { Operation } from '#core/operation.ts'
import type { Tool } from '#core/tool.ts'
import * as agentRuns from '#modules/agents/agent-run.operations.ts'
import * as agentSessions from '#modules/agents/agent-session.operations.ts'
import { agentOperations } from '#modules/agents/agent.operations.ts'
import { runOperations } from '#modules/agents/run.operations.ts'
import * as sandbox from '#modules/agents/sandbox.operations.ts'
import { openToolbox } from '#modules/agents/toolbox.service.ts'
import * as aiSettings from '#modules/ai/ai-settings.operations.ts'
import * as aiBudgets from '#modules/ai/budget.operations.ts'
import * as aiUsage from '#modules/ai/usage.operations.ts'
import * as eventDeliveries from '#modules/automations/event-delivery.operations.ts'
import * as eventHooks from '#modules/automations/event-hook.operations.ts'
import * as connections from '#modules/connections/connection.operations.ts'
import * as propertyMappings from '#modules/connections/property-mapping.operations.ts'
import * as conversations from '#modules/conversations/conversation.operations.ts'
import * as conversationTasks from '#modules/conversations/conversation-task.operations.ts'
import * as conversationTools from '#modules/conversations/conversation.tools.ts'
import * as messageDrafts from '#modules/conversations/draft.operations.ts'
import * as messages from '#modules/conversations/message.operations.ts'
import * as deliveries from '#modules/deliveries/delivery.operations.ts'
import * as suggestions from '#modules/enrichment/suggestion.operations.ts'
import * as apiKeys from '#modules/identity/api-key.operations.ts'
import * as account from '#modules/identity/account.operations.ts'
import * as auditLog from '#modules/identity/audit.operations.ts'
import * as departments from '#modules/identity/department.operations.ts'
import * as departmentTools from '#modules/identity/department.tools.ts'
import * as invitations from '#modules/identity/invitation.operations.ts'
import * as members from '#modules/identity/member.operations.ts'
import * as sessions from '#modules/identity/session.operations.ts'
import * as workspaces from '#modules/identity/workspace.operations.ts'
import * as notifications from '#modules/notifications/notification.operations.ts'
import * as notificationPreferences from '#modules/notifications/preference.operations.ts'
import * as toolGrants from '#modules/oauth/tool-grant.operations.ts'
import * as inboundDeliveries from '#modules/inbound/delivery.operations.ts'
import type { Sender } from '#modules/inbound/sender.ts'
import { agentMail } from '#modules/inbound/senders/agent-mail.ts'
import { botMessenger } from '#modules/inbound/senders/bot-messenger.ts'
import { chatWorkspaceApp } from '#modules/inbound/senders/chat-workspace-app.ts'
import { codeHost } from '#modules/inbound/senders/code-host.ts'
import { issueTracker } from '#modules/inbound/senders/issue-tracker.ts'
import { knowledgeTracker } from '#modules/inbound/senders/knowledge-tracker.ts'
import { meetingStatus, meetingTranscript } from '#modules/inbound/senders/meeting-recorder.ts'
import { messagingAgent } from '#modules/inbound/senders/messaging-agent.ts'
import { notesSetup, notesWorkspace } from '#modules/inbound/senders/notes-workspace.ts'
import { propertySystem } from '#modules/inbound/senders/property-system.ts'
import { releaseStatus } from '#modules/inbound/senders/release-status.ts'
import { teamChat } from '#modules/inbound/senders/team-chat.ts'
import { tracingAlerts, tracingEngine, tracingQuality } from '#modules/inbound/senders/tracing.ts'
import { voiceCalls, voiceInbound } from '#modules/inbound/senders/voice-platform-a.ts'
import { voiceToolsA, voiceToolsB } from '#modules/inbound/senders/voice-tools.ts'
import * as installs from '#modules/installs/install.operations.ts'
import * as integrations from '#modules/integrations/integration.operations.ts'
import * as meetings from '#modules/meetings/meeting.operations.ts'
import * as articles from '#modules/knowledge/article.operations.ts'
import * as articleVersions from '#modules/knowledge/article-version.operations.ts'
import * as knowledgeTools from '#modules/knowledge/knowledge.tools.ts'
import * as knowledge from '#modules/knowledge/search.operations.ts'
import * as doorLinks from '#modules/links/door-link.operations.ts'
import * as manuals from '#modules/links/manual.operations.ts'
import * as shareLinks from '#modules/links/share-link.operations.ts'
import * as shareTools from '#modules/links/share-link.tools.ts'
import * as sharedTasks from '#modules/links/shared-task.operations.ts'
import * as doorAttempts from '#modules/locks/door-attempt.operations.ts'
import * as lockConnections from '#modules/locks/lock-connection.operations.ts'
import * as locks from '#modules/locks/lock.operations.ts'
import * as propertyGuides from '#modules/properties/property-guide.operations.ts'
import * as properties from '#modules/properties/property.operations.ts'
import * as propertyTools from '#modules/properties/property.tools.ts'
import * as contacts from '#modules/reservations/contact.operations.ts'
import * as reservations from '#modules/reservations/reservation.operations.ts'
import * as reservationTools from '#modules/reservations/reservation.tools.ts'
import * as propertySystemPolls from '#modules/stays/poll.operations.ts'
import * as propertySystems from '#modules/stays/property-system.operations.ts'
import { wakePolls } from '#modules/stays/stay-poll.ts'
import * as staySources from '#modules/stays/stay-source.operations.ts'
import * as connectionChecks from '#modules/sync/connection-check.operations.ts'
import * as activity from '#modules/tasks/activity.operations.ts'
import * as deskTasks from '#modules/tasks/desk-list.operations.ts'
import * as comments from '#modules/tasks/comment.operations.ts'
import * as completionRules from '#modules/tasks/completion-rule.operations.ts'
import * as costItems from '#modules/tasks/cost-item.operations.ts'
import * as dependencies from '#modules/tasks/dependency.operations.ts'
import * as publication from '#modules/tasks/publication.operations.ts'
import * as restore from '#modules/tasks/restore.operations.ts'
import * as stayRules from '#modules/tasks/stay-rule.operations.ts'
import * as tags from '#modules/tasks/tag.operations.ts'
import * as templates from '#modules/tasks/template.operations.ts'
import * as toolConfirmations from '#modules/tools/confirmation.operations.ts'
import * as toolCalls from '#modules/tools/tool-call.operations.ts'
import * as calendar from '#modules/tasks/calendar.operations.ts'
import * as workloadTools from '#modules/tasks/workload.tools.ts'
import * as workload from '#modules/tasks/workload.operations.ts'
import * as savedViews from '#modules/views/saved-view.operations.ts'
import * as availability from '#modules/workforce/availability.operations.ts'
import * as peopleTools from '#modules/workforce/person.tools.ts'
import * as people from '#modules/workforce/person.operations.ts'
import * as skills from '#modules/workforce/skill.operations.ts'
import * as vendors from '#modules/workforce/vendor.operations.ts'
import * as workExceptions from '#modules/workforce/work-exception.operations.ts'
import * as workProfiles from '#modules/workforce/work-profile.operations.ts'
import * as attachments from '#modules/tasks/attachment.operations.ts'
import * as checklistAnswers from '#modules/tasks/checklist-answer.operations.ts'
import * as photos from '#modules/tasks/photo.operations.ts'
import * as checklistChanges from '#modules/tasks/checklist-change.operations.ts'
import * as checklists from '#modules/tasks/checklist-item.operations.ts'
import * as taskTags from '#modules/tasks/task-tag.operations.ts'
import * as tasks from '#modules/tasks/task.operations.ts'
import * as taskPartTools from '#modules/tasks/task-part.tools.ts'
import * as taskTools from '#modules/tasks/task.tools.ts'
import * as workOrders from '#modules/tasks/work-order.operations.ts'
import { approvals, workflowOperations, workflowToolsOf } from './workflow-api.ts'
import { automationChanges as automationChangesOf } from '#modules/workflows/automation-change.operations.ts'
import * as workflowAutomations from '#modules/workflows/automation.operations.ts'
import * as workflowSecrets from '#modules/workflows/secret.operations.ts'
import * as workflowSketches from '#modules/workflows/sketch.operations.ts'
import { automationTools } from '#modules/workflows/automation.tools.ts'
import type { WorkflowTools } from '#modules/workflows/workflow-tools.service.ts'

/** What is done with automations, at the console and by models; with the functions of the product, of which they are part. */
const automationChanges = automationChangesOf(() => workflowTools)

/** What models reach, over the tool server and as agents, each a choice of fields of an operation. */
export const tools: readonly Tool[] = [
  ...Object.values(taskTools),
  ...Object.values(taskPartTools),
  ...Object.values(propertyTools),
  ...Object.values(peopleTools),
  ...Object.values(workloadTools),
  ...Object.values(knowledgeTools),
  ...Object.values(shareTools),
  ...Object.values(conversationTools),
  ...Object.values(departmentTools),
  ...automationTools(automationChanges),
  ...Object.values(reservationTools),
]

/** The same for agents: made ready when they are first wanted. */
export const toolbox = openToolbox(tools)

/** Integrators: `/api/v1`, described by openapi.public.json. */
export const publicApi: readonly Operation[] = [
  ...Object.values(sessions),
  workspaces.listWorkspaces,
  departments.listDepartments,
  members.listAssignableUsers,
  ...Object.values(properties),
  ...Object.values(tasks),
  ...Object.values(checklists),
  ...Object.values(attachments),
  ...Object.values(taskTags),
  ...Object.values(workOrders),
]

/** The console: `/api/app/v1`, session tokens only. */
export const appApi: readonly Operation[] = [
  workspaces.getWorkspace,
  workspaces.updateWorkspace,
  ...Object.values(apiKeys),
  ...Object.values(account),
  ...Object.values(invitations),
  members.listMembers,
  members.getMember,
  members.addMember,
  members.updateMember,
  members.removeMember,
  departments.listDepartmentDetails,
  departments.getDepartment,
  departments.createDepartment,
  departments.updateDepartment,
  departments.deleteDepartment,
  ...Object.values(auditLog),
  ...Object.values(savedViews),
  ...Object.values(deliveries),
  ...Object.values(vendors),
  ...Object.values(skills),
  ...Object.values(people),
  ...Object.values(workProfiles),
  ...Object.values(workExceptions),
  ...Object.values(availability),
  ...Object.values(workload),
  ...Object.values(calendar),
  ...Object.values(contacts),
  ...Object.values(reservations),
  ...Object.values(deskTasks),
  ...Object.values(tags),
  ...Object.values(templates),
  ...Object.values(completionRules),
  ...Object.values(costItems),
  ...Object.values(checklistChanges),
  ...Object.values(checklistAnswers),
  ...Object.values(photos),
  ...Object.values(dependencies),
  ...Object.values(comments),
  ...Object.values(activity),
  ...Object.values(publication),
  ...Object.values(restore),
  ...Object.values(stayRules),
  ...Object.values(suggestions),
  ...Object.values(notifications),
  ...Object.values(notificationPreferences),
  ...Object.values(connections),
  ...Object.values(propertyMappings),
  ...Object.values(connectionChecks),
  ...Object.values(propertySystems),
  ...Object.values(staySources),
  ...Object.values(propertySystemPolls),
  ...Object.values(eventHooks),
  ...Object.values(eventDeliveries),
  ...Object.values(integrations),
  ...Object.values(installs),
  ...Object.values(inboundDeliveries),
  ...Object.values(meetings),
  ...Object.values(toolConfirmations),
  ...Object.values(toolCalls),
  ...Object.values(toolGrants),
  ...Object.values(articles),
  ...Object.values(articleVersions),
  ...Object.values(knowledge),
  ...Object.values(propertyGuides),
  ...Object.values(locks),
  ...Object.values(lockConnections),
  ...Object.values(doorAttempts),
  ...Object.values(shareLinks),
  ...Object.values(doorLinks),
  ...Object.values(conversations),
  ...Object.values(messages),
  ...Object.values(messageDrafts),
  ...Object.values(conversationTasks),
  ...Object.values(workflowAutomations),
  ...approvals,
  ...Object.values(workflowSketches),
  ...Object.values(automationChanges),
  ...Object.values(workflowSecrets),
  ...agentOperations(tools),
  ...Object.values(agentRuns),
  ...Object.values(agentSessions),
  ...Object.values(aiSettings),
  ...Object.values(aiBudgets),
  ...Object.values(aiUsage),
]

/** What workflows are made of, and what they call. */
export const workflowTools: WorkflowTools = workflowToolsOf([...publicApi, ...appApi])

/** Integrators that automate: `/api/v1` too, described by openapi.workflows.json. */
export const workflowApi: readonly Operation[] = workflowOperations(workflowTools)

/** Whoever holds a link: `/api/v1/public`, the token in the path is the credential. In no published document. */
export const linkApi: readonly Operation[] = [...Object.values(sharedTasks), ...Object.values(manuals)]

/** Who talks to agents: `/v1/agent`, with a person's token or the shared server key. */
export const agentApi: readonly Operation[] = [...runOperations(toolbox.find), ...Object.values(sandbox)]

/** Outside systems that call us: `/v1/webhooks/…`. */
export const senders: readonly Sender[] = [
  propertySystem(wakePolls),
  messagingAgent,
  voiceCalls,
  voiceInbound,
  voiceToolsA(tools),
  voiceToolsB(tools),
  chatWorkspaceApp,
  releaseStatus(workflowTools),
  botMessenger,
  teamChat(),
  agentMail,
  meetingStatus,
  meetingTranscript,
  issueTracker,
  codeHost,
  knowledgeTracker,
  notesSetup,
  notesWorkspace,
  tracingAlerts,
  tracingQuality,
  tracingEngine,
]
