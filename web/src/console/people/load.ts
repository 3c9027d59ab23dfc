import type { WorkloadDay } from '../../../../src/modules/tasks/workload.schema.ts'

export interface Load {
  state: 'off' | 'free' | 'open' | 'full' | 'over'
  /** Work against time: 1 is a full day. Unknown where nobody has said when the person works. */
  share: number | undefined
  /** Minutes that do not fit. */
  overMinutes: number
}

/** What is nearly full takes no more work. */
const FULL_SHARE = 0.9

/** How a day looks: work on a day off is too much, however little it is. */
export function loadOf({
  tasks,
  estimatedMinutes,
  availableMinutes,
}: Pick<WorkloadDay, 'tasks' | 'estimatedMinutes' | 'availableMinutes'>): Load {
  if (availableMinutes === null) return { state: tasks === 0 ? 'free' : 'open', share: undefined, overMinutes: 0 }
  if (availableMinutes === 0) {
    return { state: tasks === 0 ? 'off' : 'over', share: tasks === 0 ? 0 : 1, overMinutes: estimatedMinutes }
  }
  const share = estimatedMinutes / availableMinutes
  if (share > 1) return { state: 'over', share, overMinutes: estimatedMinutes - availableMinutes }
  if (share >= FULL_SHARE) return { state: 'full', share, overMinutes: 0 }
  return { state: tasks === 0 ? 'free' : 'open', share, overMinutes: 0 }
}
