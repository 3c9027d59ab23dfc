/** The tabs of this browser that show the console. */
export interface Tabs<News> {
  tell(news: News): void
  /** One tab at a time, the others wait. */
  alone<T>(work: () => Promise<T>): Promise<T>
  close(): void
}

export function tabsOf<News>(name: string, hear: (news: News) => void): Tabs<News> {
  const channel = new BroadcastChannel(name)
  channel.addEventListener('message', ({ data }: MessageEvent<News>) => hear(data))
  return {
    tell: (news) => channel.postMessage(news),
    // Without encryption on the way there are no locks; a tab is then on its own.
    alone: (work) => ('locks' in navigator ? navigator.locks.request(name, work) : work()),
    close: () => channel.close(),
  }
}
