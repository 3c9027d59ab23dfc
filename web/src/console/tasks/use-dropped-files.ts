import { useEffect, useRef, useState } from 'react'

/** Pictures that are dropped anywhere on the page or pasted into it. Answers whether some are being dragged over it. */
export function useDroppedFiles(onFiles: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  useEffect(() => {
    latest.current = onFiles
  })
  useEffect(() => {
    const life = new AbortController()
    const take = (event: Event, files: FileList | undefined): void => {
      const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'))
      if (pictures.length === 0) return
      event.preventDefault()
      latest.current(pictures)
    }
    const options = { signal: life.signal }
    const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
    document.addEventListener(
      'dragover',
      (event) => {
        if (!hasFiles(event)) return
        // Otherwise the browser would leave the page for the picture.
        event.preventDefault()
        setOver(true)
      },
      options,
    )
    document.addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), options)
    document.addEventListener(
      'drop',
      (event) => {
        setOver(false)
        if (hasFiles(event)) event.preventDefault()
        take(event, event.dataTransfer?.files)
      },
      options,
    )
    document.addEventListener('paste', (event) => take(event, event.clipboardData?.files), options)
    return () => life.abort()
  }, [])
  return isOver
}
