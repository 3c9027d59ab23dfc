/** Between the tabs and the service worker of one phone: something about a link has changed. */
export type News = { link: string } & ({ kind: 'changed' } | { kind: 'sending'; key: string; fraction: number })

const NAME = 'innkeeper-links'

/** Tells the others and the own page alike. */
export interface Wire {
  tell(news: News): void
  close(): void
}

export function openWire(hear: (news: News) => void): Wire {
  const channel = channelOrNone()
  channel?.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data))
  return {
    tell(news) {
      channel?.postMessage(news)
      hear(news)
    },
    close: () => channel?.close(),
  }
}

/** Where the browser refuses one, the page hears itself only. */
function channelOrNone(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    return undefined
  }
}
