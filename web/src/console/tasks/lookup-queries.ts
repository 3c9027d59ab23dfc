import { useQuery } from '@tanstack/react-query'
import type { Department } from '../../../../src/modules/identity/department.schema.ts'
import type { Member } from '../../../../src/modules/identity/member.schema.ts'
import type { Property } from '../../../../src/modules/properties/property.schema.ts'
import type { SavedView } from '../../../../src/modules/views/saved-view.schema.ts'
import type { Person } from '../../../../src/modules/workforce/person.schema.ts'
import { useDesk } from '../shell/console-context.ts'
import type { Api, Page, Query } from '../shell/request.ts'

const ALL_MAX = 100
const PAGES_MAX = 20

export type Home = Pick<Property, 'id' | 'name' | 'city' | 'latitude' | 'longitude'>

/** Page after page, as far as a person could still choose. */
export async function readAll<Item>(api: Api, path: string, signal: AbortSignal, query: Query = {}): Promise<Item[]> {
  const all: Item[] = []
  for (let page = 0; page < PAGES_MAX; page++) {
    const { items, pagination } = await api.read<Page<Item>>(
      path,
      { ...query, limit: ALL_MAX, offset: all.length },
      signal,
    )
    all.push(...items)
    if (items.length === 0 || all.length >= pagination.total) break
  }
  return all
}

/** All of a list that people choose from. */
function useAll<Item>(name: string, path: string, query: Query = {}): readonly Item[] {
  const { id, api } = useDesk()
  const { data } = useQuery({
    queryKey: [id, name, 'all', query],
    staleTime: 300_000,
    queryFn: ({ signal }) => readAll<Item>(api, path, signal, query),
  })
  return data ?? []
}

/** Whether what is not among them was deleted: a list that is on its way, or too long to be all there, cannot tell. */
export function isWhole(list: readonly unknown[]): boolean {
  return list.length > 0 && list.length < ALL_MAX * PAGES_MAX
}

export function useDepartments(): readonly Department[] {
  return useAll('departments', `${useDesk().open}/departments`)
}

export function useProperties(): readonly Home[] {
  return useAll('properties', `${useDesk().open}/properties`)
}

export function usePeople(): readonly Person[] {
  return useAll('people', `${useDesk().desk}/people`)
}

/** Also those who have left: for administrators. */
export function useEverMembers(): readonly Member[] {
  return useAll('members', `${useDesk().desk}/members`, { former: true })
}

export function useSavedViews(): readonly SavedView[] {
  return useAll('saved-views', `${useDesk().desk}/saved-views`)
}
