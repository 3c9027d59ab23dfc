import { useState, type FormEvent, type ReactNode } from 'react'
import type { TestWrite, WorkflowTest } from '../../../../../src/modules/workflows/saved-test.schema.ts'
import { Button } from '../../../design/button.tsx'
import { LineField } from '../../../design/field.tsx'
import { Sheet } from '../../../design/sheet.tsx'
import { useWords } from '../../../language/language.tsx'
import { JsonField } from '../json-field.tsx'
import { jsonPartsIn } from '../json-text.ts'
import { panelsWords } from './words/panels-words.ts'

const PARTS = ['input', 'mocks', 'expected'] as const

interface TestSheetProps {
  test: WorkflowTest | undefined
  isBusy: boolean
  onSave(body: TestWrite): void
  onClose(): void
}

/** What a test begins with, what steps are answered, and what should come out. */
export function TestSheet({ test, isBusy, onSave, onClose }: TestSheetProps): ReactNode {
  const words = useWords(panelsWords).tests
  const [wrong, setWrong] = useState<readonly string[]>([])
  const first = test ?? { input: {}, mocks: [], expected: { status: 'completed' } }
  const hints = { mocks: words.mocksHint, expected: words.expectedHint }
  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const { values, wrong: faults } = jsonPartsIn(form, PARTS)
    setWrong(faults)
    if (faults.length > 0) return
    // What does not fit is refused by the server, by its field.
    onSave({ name: String(form.get('name')).trim(), ...values })
  }
  return (
    <Sheet title={test?.name ?? words.add} isOpen onClose={onClose}>
      <form className="grid max-h-[75dvh] gap-4 overflow-y-auto p-1" onSubmit={submit}>
        <LineField label={words.name} name="name" required maxLength={200} defaultValue={test?.name} />
        {PARTS.map((part) => (
          <JsonField
            key={part}
            label={words[part]}
            {...(part === 'input' ? {} : { hint: hints[part] })}
            name={part}
            initial={first[part]}
            fault={wrong.includes(part) ? words.wrongJson : undefined}
          />
        ))}
        <Button type="submit" look="primary" size="large" busy={isBusy}>
          {words.save}
        </Button>
      </form>
    </Sheet>
  )
}
