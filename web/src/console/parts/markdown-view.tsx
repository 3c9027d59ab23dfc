import { useMemo, type ReactNode } from 'react'
import { blocksIn, type Block, type Inline } from './markdown.ts'

/** A text as readers see it. It is built from parts: nothing in it can be more than text. */
export function MarkdownView({ text }: { text: string }): ReactNode {
  const blocks = useMemo(() => blocksIn(text), [text])
  return (
    <div className="grid gap-3 text-body wrap-anywhere">
      {blocks.map((block, index) => (
        // The blocks are made anew with every change of the text.
        // oxlint-disable-next-line react/no-array-index-key
        <BlockView key={index} block={block} />
      ))}
    </div>
  )
}

function BlockView({ block }: { block: Block }): ReactNode {
  switch (block.kind) {
    case 'heading': {
      // The page has its own first heading.
      const Level = block.level <= 2 ? 'h2' : 'h3'
      return (
        <Level className={Level === 'h2' ? 'mt-3 text-lead font-semibold' : 'mt-2 font-semibold'}>
          <Inlines content={block.content} />
        </Level>
      )
    }
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`grid gap-1.5 pl-6 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {block.items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <Inlines content={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'code':
      return (
        // Scrolled by the keyboard too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <pre tabIndex={0} className="overflow-x-auto rounded-control bg-sunken p-3 font-mono text-label">
          {block.text}
        </pre>
      )
    case 'rule':
      return <hr className="border-line" />
    case 'quote':
      return (
        <blockquote dir="auto" className="border-l-4 border-line pl-4 whitespace-pre-line text-soft">
          <Inlines content={block.content} />
        </blockquote>
      )
    default:
      return (
        <p dir="auto" className="whitespace-pre-line">
          <Inlines content={block.content} />
        </p>
      )
  }
}

function Inlines({ content }: { content: readonly Inline[] }): ReactNode {
  return content.map((part, index) => {
    const key = `${index} ${part.kind}`
    switch (part.kind) {
      case 'strong':
        return <strong key={key}>{part.text}</strong>
      case 'emphasis':
        return <em key={key}>{part.text}</em>
      case 'code':
        return (
          <code key={key} className="rounded-sm bg-sunken px-1 font-mono text-label">
            {part.text}
          </code>
        )
      case 'link':
        return (
          <a key={key} href={part.href} rel="noreferrer noopener" className="text-accent-text underline">
            {part.text}
          </a>
        )
      default:
        return part.text
    }
  })
}
