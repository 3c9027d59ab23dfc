import type { ReactNode } from 'react'
import { useWords } from '../../language/language.tsx'
import { useKeys } from '../shell/keyboard.ts'
import { shellWords } from '../shell/words/shell-words.ts'
import { SearchField, type SearchFieldProps } from './search-field.tsx'

/** The row above a list: the search, which `/` leads to, and what else the list is narrowed by. */
export function SearchBar({ children, ...search }: SearchFieldProps & { children: ReactNode }): ReactNode {
  const { keys } = useWords(shellWords)
  useKeys({ '/': () => document.getElementById(search.id)?.focus() }, { '/': keys.search })
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-3 lg:px-6">
      <SearchField {...search} />
      {children}
    </div>
  )
}
