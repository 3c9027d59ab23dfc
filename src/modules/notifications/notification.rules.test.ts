import { expect, test } from 'vitest'
import { isNews, toldBy, type People, type TaskNews } from './notification.rules.ts'

const EVERYBODY: People = {
  assignees: ['ana', 'ben'],
  vendors: ['vera'],
  commenters: ['carla'],
  defaults: ['dora'],
  leaders: ['lea'],
}
const NOBODY_ON_IT: People = { ...EVERYBODY, assignees: [], vendors: [] }

test('what is no news could be told to nobody, and what is news to somebody', () => {
  for (const news of everyKind()) {
    const hears = [EVERYBODY, NOBODY_ON_IT].some((people) => toldBy(news, people).length > 0)
    const isVendorsFirst = news.assigned.includes('vera')
    expect(isNews(news), JSON.stringify(news)).toBe(hears || isVendorsFirst)
  }
})

function everyKind(): TaskNews[] {
  const types = ['task.created', 'task.updated', 'task.deleted', 'task.commented']
  return types.flatMap((type) =>
    [[], ['ana'], ['vera']].flatMap((assigned) =>
      [undefined, 'IN_PROGRESS', 'COMPLETED'].flatMap((status) =>
        [undefined, 'HIGH', 'URGENT'].flatMap((priority) =>
          [true, false].map((isRescheduled) => ({ type, assigned, status, priority, isRescheduled })),
        ),
      ),
    ),
  )
}
