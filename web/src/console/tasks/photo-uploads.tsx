import type { ReactNode } from 'react'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { StateLine } from '../../design/note.tsx'
import { Progress } from '../../design/progress.tsx'
import { useWords } from '../../language/language.tsx'
import type { PhotoUploads } from './use-photo-uploads.ts'
import { tasksWords } from './words/tasks-words.ts'

/** What is on its way, how far it is, and what could not be sent. */
export function UploadList({ uploads }: { uploads: PhotoUploads }): ReactNode {
  const words = useWords(tasksWords)
  if (uploads.all.length === 0) return null
  return (
    <ul aria-live="polite" className="grid gap-2">
      {uploads.all.map((upload) => {
        const { key, file, share, failure } = upload
        return (
          <li key={key} className="grid gap-1.5 rounded-control border border-line bg-surface px-4 py-2">
            <div className="flex flex-wrap items-center gap-x-3">
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              {failure === undefined ? (
                <span className="text-small text-soft">
                  {share === 0 ? words.upload.waiting : `${Math.round(share * 100)} %`}
                </span>
              ) : (
                <>
                  <Button look="tinted" icon="retry" onClick={() => uploads.retry(upload)}>
                    {words.upload.again}
                  </Button>
                  <button
                    type="button"
                    aria-label={words.upload.putAway(file.name)}
                    className="grid size-11 place-items-center rounded-control hover:bg-sunken"
                    onClick={() => uploads.drop(key)}
                  >
                    <Icon name="x" className="size-5" />
                  </button>
                </>
              )}
            </div>
            {failure === undefined ? (
              <Progress label={file.name} done={Math.round(share * 100)} total={100} />
            ) : (
              <StateLine tone="danger" icon="alert">
                {words.upload.failed}: {failure}
              </StateLine>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Opens the choice of files. */
export function PhotoButton({ label, onFiles }: { label: string; onFiles(files: File[]): void }): ReactNode {
  return (
    <label className="relative inline-flex min-h-12 items-center gap-2 rounded-control border border-line bg-surface px-4 text-label font-semibold hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-accent">
      <Icon name="camera" className="size-5" />
      {label}
      <input
        type="file"
        accept="image/*"
        multiple
        aria-label={label}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // The same photo chosen again is a change again.
          target.value = ''
          onFiles(files)
        }}
      />
    </label>
  )
}
