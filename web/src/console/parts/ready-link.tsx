import type { ReactNode } from 'react'
import { Button, ButtonLink } from '../../design/button.tsx'
import { CopyButton } from '../../design/copy-button.tsx'
import { LineField } from '../../design/field.tsx'

interface ReadyLinkProps {
  address: string
  /** What a mail is about. */
  subject: string
  words: { address: string; secret: string; mail: string; send: string; copy: string; copied: string }
}

/** A link that gives access, and the ways to send it. */
export function ReadyLink({ address, subject, words }: ReadyLinkProps): ReactNode {
  const text = `${subject}\n${address}`
  return (
    <div className="grid gap-4">
      <LineField label={words.address} readOnly value={address} onFocus={({ target }) => target.select()} />
      <p className="text-small text-soft">{words.secret}</p>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={address} what={words.address} words={{ copy: words.copy, copied: words.copied }} />
        <ButtonLink
          icon="send"
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
        >
          {words.mail}
        </ButtonLink>
        {'share' in navigator ? (
          <Button
            icon="arrowUpRight"
            onClick={() => void navigator.share({ title: subject, url: address }).catch(() => {})}
          >
            {words.send}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
