/** As a `ref`: what it is put on is brought into sight as soon as it is there. */
export function bringIntoSight(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}
