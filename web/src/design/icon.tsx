import type { ReactNode } from 'react'

/** Lines on a 24 by 24 grid. */
const SHAPES = {
  alert: 'M12 8v5M12 16.5v.01M10.3 3.9 2.4 17.6A2 2 0 0 0 4.1 20.6h15.8a2 2 0 0 0 1.7-3L13.7 3.9a2 2 0 0 0-3.4 0Z',
  arrowRight: 'M5 12h14M13 6l6 6-6 6',
  arrowUpRight: 'M7 17 17 7M8 7h9v9',
  bed: 'M3 18v-8M3 14h18v4M21 14v-1a4 4 0 0 0-4-4h-7v5M6.5 11.5a1.5 1.5 0 1 0 0-3 1.5 1.5 0 0 0 0 3Z',
  calendar: 'M4 9h16M8 3v3M16 3v3M6 5h12a2 2 0 0 1 2 2v11a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2Z',
  camera:
    'M4 8h3l1.6-2.4A1 1 0 0 1 9.4 5h5.2a1 1 0 0 1 .8.6L17 8h3a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1ZM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7Z',
  car: 'M5 12.5 6.6 7.6A2 2 0 0 1 8.5 6.2h7a2 2 0 0 1 1.9 1.4l1.6 4.9M4.5 12.5h15a1 1 0 0 1 1 1v4h-17v-4a1 1 0 0 1 1-1ZM5.5 17.5v1.8M18.5 17.5v1.8M7 15h.01M17 15h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  chevronDown: 'm6 9.5 6 6 6-6',
  chip: 'M8 6h8a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2ZM10 10h4v4h-4ZM9 3v3M15 3v3M9 18v3M15 18v3M3 9h3M3 15h3M18 9h3M18 15h3',
  clock: 'M12 7v5.2l3.2 1.9M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  comment: 'M20 12a7.5 7.5 0 0 1-11.2 6.5L4 20l1.5-4.3A7.5 7.5 0 1 1 20 12Z',
  copy: 'M9 9h9a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9a1 1 0 0 1-1-1v-9a1 1 0 0 1 1-1ZM5 15a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1h9a1 1 0 0 1 1 1',
  door: 'M6 21V4.5A1.5 1.5 0 0 1 7.5 3h9A1.5 1.5 0 0 1 18 4.5V21M3.5 21h17M14.5 12v.01',
  flow: 'M9 4h6v5H9ZM3 15h6v5H3ZM15 15h6v5h-6ZM12 9v3M6 15v-3h12v3',
  globe:
    'M3 12h18M12 3c2.4 2.5 3.6 5.5 3.6 9s-1.2 6.5-3.6 9c-2.4-2.5-3.6-5.5-3.6-9S9.6 5.5 12 3ZM12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  gauge: 'M4 17a8.5 8.5 0 1 1 16 0M12 16l4-5.5M12 17v.01',
  grip: 'M9 6v.01M15 6v.01M9 12v.01M15 12v.01M9 18v.01M15 18v.01',
  hash: 'M9.5 4.5 8 19.5M16 4.5l-1.5 15M5 9.5h14.5M4.5 14.5H19',
  home: 'M4 11 12 4l8 7M6 9.5V19a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1V9.5M10 20v-5.5h4V20',
  hourglass: 'M7 3h10M7 21h10M8 3v4l4 5 4-5V3M8 21v-4l4-5 4 5v4',
  image:
    'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1ZM4.5 17l4.6-4.6a1 1 0 0 1 1.4 0L18 19.5M15 10.2a1.2 1.2 0 1 0 0-2.4 1.2 1.2 0 0 0 0 2.4Z',
  key: 'M14.5 13.5a5 5 0 1 0-4-4L3.5 16.5V20H7v-2h2v-2h2l1.5-1.5ZM16 8v.01',
  link: 'M9.5 14.5l5-5M11 7l1.7-1.7a4.2 4.2 0 0 1 6 6L17 13M13 17l-1.7 1.7a4.2 4.2 0 0 1-6-6L7 11',
  lock: 'M8 11V8a4 4 0 0 1 8 0v3M6.5 11h11a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1ZM12 15v2',
  minus: 'M6 12h12',
  noSignal:
    'M3 3l18 18M8.5 15.5a5 5 0 0 1 6.6-.3M5 12a10 10 0 0 1 4.6-2.6M13.5 9.2A10 10 0 0 1 19 12M2 8.5a14.5 14.5 0 0 1 4.3-2.7M10 4.6A14.5 14.5 0 0 1 22 8.5M12 19.5v.01',
  pen: 'M4.5 19.5l1-4L16.2 4.8a1.7 1.7 0 0 1 2.4 0l.6.6a1.7 1.7 0 0 1 0 2.4L8.5 18.5ZM14.5 6.5l3 3',
  pin: 'M12 21.2s7-6.2 7-11.4a7 7 0 1 0-14 0c0 5.2 7 11.4 7 11.4ZM12 12.3a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  play: 'M7.5 4.8v14.4a.6.6 0 0 0 .9.5l11.2-7.2a.6.6 0 0 0 0-1L8.4 4.3a.6.6 0 0 0-.9.5Z',
  question: 'M9.3 9.3a2.7 2.7 0 1 1 4 2.6c-.8.5-1.3 1-1.3 2M12 17v.01M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Z',
  plus: 'M12 6v12M6 12h12',
  retry: 'M20 11a8 8 0 1 0-2.3 6.7M20 4.5V11h-6.5',
  rules:
    'M8.5 8.5h7M8.5 12.5h7M8.5 16.5h4M6.5 3.5h11a1 1 0 0 1 1 1v15a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1v-15a1 1 0 0 1 1-1Z',
  send: 'M4.5 12h8M4.5 12 3.6 4.9a.6.6 0 0 1 .9-.6l16 7.2a.6.6 0 0 1 0 1L4.5 19.7a.6.6 0 0 1-.9-.6Z',
  star: 'm12 3.8 2.5 5.2 5.7.8-4.1 4 1 5.6-5.1-2.7-5.1 2.7 1-5.6-4.1-4 5.7-.8Z',
  unlink: 'M9 6.5l3.7-1.2a4.2 4.2 0 0 1 6 6L17 13M13 17l-1.7 1.7a4.2 4.2 0 0 1-6-6L7 11M4 4l16 16',
  wifi: 'M8.5 15.5a5 5 0 0 1 7 0M5 12a10 10 0 0 1 14 0M2 8.5a14.5 14.5 0 0 1 20 0M12 19.5v.01',
  x: 'm7 7 10 10M17 7 7 17',
  chevronLeft: 'm14.5 6-6 6 6 6',
  chevronRight: 'm9.5 6 6 6-6 6',
  book: 'M12 6.5C10.5 5.2 8 4.5 4 4.5v14c4 0 6.5.7 8 2 1.5-1.3 4-2 8-2v-14c-4 0-6.5.7-8 2ZM12 6.5v14',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 2h-15ZM10 20.5a2.2 2.2 0 0 0 4 0',
  bookmark: 'M7 4h10a1 1 0 0 1 1 1v15.5L12 16l-6 4.5V5a1 1 0 0 1 1-1Z',
  filter: 'M4 6h16M7 12h10M10 18h4',
  flag: 'M6 21V4M6 5h11l-2.5 3.5L17 12H6',
  gear: 'M12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM12 3v2.5M12 18.5V21M3 12h2.5M18.5 12H21M5.6 5.6l1.8 1.8M16.6 16.6l1.8 1.8M18.4 5.6l-1.8 1.8M7.4 16.6l-1.8 1.8',
  inbox: 'M4 13.5h4.2l1.5 3h4.6l1.5-3H20M6.3 5h11.4L20 13.5V18a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-4.5Z',
  keyboard:
    'M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM7 10v.01M11 10v.01M15 10v.01M7 14h10',
  mail: 'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1ZM4.5 7.5 12 13l7.5-5.5',
  leave: 'M14 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8M10 12h11M17.5 8.5 21 12l-3.5 3.5',
  list: 'M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01',
  moon: 'M19.5 14.5A8 8 0 1 1 9.5 4.5a6.5 6.5 0 0 0 10 10Z',
  menu: 'M4 7h16M4 12h16M4 17h16',
  phone:
    'M8.2 4.5 6 4.8A2 2 0 0 0 4.3 7 16 16 0 0 0 17 19.7a2 2 0 0 0 2.2-1.7l.3-2.2-4.1-1.9-1.8 1.9a12 12 0 0 1-5.4-5.4l1.9-1.8Z',
  spark: 'M11 4.5 12.8 9.7 18 11.5l-5.2 1.8L11 18.5l-1.8-5.2L4 11.5l5.2-1.8ZM18.5 16v4M16.5 18h4',
  stop: 'M8 7h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1H8a1 1 0 0 1-1-1V8a1 1 0 0 1 1-1Z',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14ZM20 20l-4-4',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M18.7 5.3l-1.4 1.4M6.7 17.3l-1.4 1.4',
  trash: 'M5 7h14M10 7V5a1 1 0 0 1 1-1h2a1 1 0 0 1 1 1v2M7 7l1 12a1 1 0 0 0 1 1h6a1 1 0 0 0 1-1l1-12',
  user: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5a7.5 7.5 0 0 1 15 0',
  users:
    'M9 11.5a3.75 3.75 0 1 0 0-7.5 3.75 3.75 0 0 0 0 7.5ZM2 20a7 7 0 0 1 14 0M16 4.3a3.75 3.75 0 0 1 0 6.9M18.5 14.2A7 7 0 0 1 22 20',
} as const

export type IconName = keyof typeof SHAPES

/** Beside words, never in place of them: hidden from screen readers. */
export function Icon({ name, className = 'size-6' }: { name: IconName; className?: string }): ReactNode {
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={SHAPES[name]} />
    </svg>
  )
}

export function Spinner({ className = 'size-6' }: { className?: string }): ReactNode {
  return (
    <svg viewBox="0 0 24 24" className={`shrink-0 animate-turn ${className}`} fill="none" aria-hidden="true">
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="2.5" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
    </svg>
  )
}
