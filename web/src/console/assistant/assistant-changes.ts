import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { AgentRun } from '../../../../src/modules/agents/agent-run.schema.ts'
import type { AgentSessionView } from '../../../../src/modules/agents/agent-session.schema.ts'
import type { Interaction, ResolveRequest } from '../../../../src/modules/agents/interaction.schema.ts'
import type { RunStarted } from '../../../../src/modules/agents/run.schema.ts'
import { useWords } from '../../language/language.tsx'
import { newKey } from '../../offline/new-key.ts'
import { useDesk } from '../shell/console-context.ts'
import { change, useChange } from '../shell/use-change.ts'
import { asked, said, unsaid } from './session-view.ts'
import type { OpenSession } from './use-agent-session.ts'
import { assistantWords } from './words/assistant-words.ts'

interface Saying {
  messageId: string
  text: string
}

/** Says something in a session. It is shown at once, and known again by its id when the stream tells of it. */
export function useSay(sessionId: string, { show }: OpenSession, onFailed: (text: string) => void) {
  const client = useQueryClient()
  const { id, api } = useDesk()
  const mutation = useChange<Saying, RunStarted>({
    show({ messageId, text }) {
      show((view) => said(view, messageId, text))
      return () => show((view) => unsaid(view, messageId))
    },
    send: ({ messageId, text }, key) =>
      api.send(`/v1/agent/sessions/${sessionId}/runs_direct`, {
        method: 'POST',
        body: { input: text, message_id: messageId },
        key,
      }),
    onDone: () => void client.invalidateQueries({ queryKey: [id, 'agent-sessions'] }),
    onFailed: ({ text }) => onFailed(text),
  })
  return (text: string): void => mutation.mutate(change({ messageId: newUuid(), text }))
}

/** A page that is not encrypted has no `randomUUID`; the server wants its form. */
function newUuid(): string {
  const hex = newKey().replaceAll('-', '')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}

/** A new session with its first words. */
export function useBegin() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id: workspaceId, api, desk } = useDesk()
  const mutation = useChange<{ agentId: string; text: string }, AgentSessionView>({
    async send({ agentId, text }, key) {
      const session = await api.send<AgentSessionView>(`${desk}/agent-sessions`, { method: 'POST', body: {}, key })
      const body = { agent_id: agentId, input: text }
      await api.send(`/v1/agent/sessions/${session.id}/runs_direct`, { method: 'POST', body, key: `${key}-run` })
      return session
    },
    onDone({ id: sessionId }) {
      void client.invalidateQueries({ queryKey: [workspaceId, 'agent-sessions'] })
      void navigate({ to: '/$workspaceId/assistant/{-$sessionId}', params: { workspaceId, sessionId } })
    },
  })
  return {
    begin: (agentId: string, text: string) => mutation.mutate(change({ agentId, text })),
    isBusy: mutation.isPending,
  }
}

/** What it has done stays done. Runs that wait for their turn are stopped too. */
export function useStop(sessionId: string) {
  const words = useWords(assistantWords)
  const { api, desk } = useDesk()
  const mutation = useChange<string | undefined, unknown>({
    async send(runId, key) {
      const waiting = await api.read<{ items: AgentRun[] }>(`${desk}/agent-runs`, { status: 'queued', limit: 100 })
      const queued = waiting.items.filter((run) => run.sessionId === sessionId).map(({ id }) => id)
      for (const id of new Set([...queued, ...(runId === undefined ? [] : [runId])])) {
        await api.send(`${desk}/agent-runs/${id}/cancel`, { method: 'POST', key: `${key}-${id}` })
      }
    },
    said: () => words.stoppedNow,
  })
  return { stop: (runId: string | undefined) => mutation.mutate(change(runId)), isBusy: mutation.isPending }
}

/** Answers what an agent asks. */
export function useResolve(show?: OpenSession['show']) {
  const client = useQueryClient()
  const { id, api } = useDesk()
  const mutation = useChange<{ interaction: Interaction; answer: ResolveRequest }, Interaction>({
    send: ({ interaction, answer }, key) =>
      api.send(`/v1/agent/interactions/${interaction.id}/resolve`, { method: 'POST', body: answer, key }),
    onDone(resolved) {
      show?.((view) => asked(view, resolved))
      void client.invalidateQueries({ queryKey: [id, 'agent-interactions'] })
      void client.invalidateQueries({ queryKey: [id, 'agent-sessions'] })
    },
  })
  return {
    resolve: (interaction: Interaction, answer: ResolveRequest) => mutation.mutate(change({ interaction, answer })),
    isBusy: mutation.isPending,
  }
}
