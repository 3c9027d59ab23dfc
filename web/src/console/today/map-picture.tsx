import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '../../design/button.tsx'
import { useLanguage, useWords } from '../../language/language.tsx'
import { useDesk } from '../shell/console-context.ts'
import type { Home } from '../tasks/lookup-queries.ts'
import { clustersOf, frameOf, scaleOf, type Cluster, type Frame, type Spot } from './map-places.ts'
import { todayWords } from './words/today-words.ts'

/** What is pressed is that large, and so nothing may lie nearer. */
const MARKER_PIXELS = 48
const SCALE_PIXELS_MAX = 120
/** More of them and their names would cover each other. */
const NAMED_MAX = 12

interface PictureProps {
  spots: readonly Spot[]
  homes: readonly (Home & { latitude: number; longitude: number })[]
  chosen: readonly string[]
  onChoose(ids: readonly string[]): void
}

/** Homes with work as circles with their number, all others as dots, the towns by name, and a scale. */
export function MapPicture({ spots, homes, chosen, onChoose }: PictureProps): ReactNode {
  const words = useWords(todayWords)
  const box = useRef<HTMLDivElement>(null)
  const { width, height } = useSize(box)
  const isLoading = useIsFetching({ queryKey: [useDesk().id, 'properties'] }) > 0
  const [near, setNear] = useState<readonly string[]>()
  const seen = near ? spots.filter(({ id }) => near.includes(id)) : spots
  const frame = frameOf(seen.length > 0 ? seen : homes, width, height)
  const clusters = clustersOf(spots, frame, MARKER_PIXELS).filter(
    ({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height,
  )
  function choose({ spots: chosenSpots }: Cluster): void {
    const ids = chosenSpots.map(({ id }) => id)
    onChoose(ids)
    if (ids.length > 1) setNear(ids)
  }
  return (
    <div
      ref={box}
      className="relative h-80 overflow-hidden rounded-card border border-line bg-surface lg:h-[calc(100dvh-17rem)] lg:min-h-96"
    >
      {homes.length === 0 && !isLoading ? (
        <div className="grid h-full place-content-center gap-1 p-6 text-center">
          <p className="font-semibold">{words.mapEmpty}</p>
          <p className="text-soft">{words.mapEmptyText}</p>
        </div>
      ) : null}
      {width === 0 || homes.length === 0 ? null : <Ground frame={frame} homes={homes} />}
      {clusters.map((cluster) => (
        <Marker
          key={cluster.spots[0]?.id}
          cluster={cluster}
          isChosen={cluster.spots.some(({ id }) => chosen.includes(id))}
          isNamed={clusters.length <= NAMED_MAX}
          onChoose={() => choose(cluster)}
        />
      ))}
      {near ? (
        <Button
          className="absolute top-2 right-2"
          onClick={() => {
            setNear(undefined)
            onChoose([])
          }}
        >
          {words.mapWhole}
        </Button>
      ) : null}
    </div>
  )
}

interface MarkerProps {
  cluster: Cluster
  isChosen: boolean
  isNamed: boolean
  onChoose(): void
}

function Marker({ cluster: { x, y, spots, count }, isChosen, isNamed, onChoose }: MarkerProps): ReactNode {
  const words = useWords(todayWords)
  const [first] = spots
  const name = spots.length === 1 ? (first?.name ?? '') : words.mapHomes(spots.length)
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      title={spots.map((spot) => spot.name).join(', ')}
      className={`absolute grid size-12 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full border-2 font-semibold tabular-nums ${isChosen ? 'border-ink bg-accent-strong text-on-accent' : 'border-surface bg-accent text-on-accent hover:bg-accent-strong'}`}
      style={{ left: x, top: y }}
      onClick={onChoose}
    >
      <span className="sr-only">{`${name}, ${words.count(count)}`}</span>
      <span aria-hidden>{count}</span>
      {isNamed ? (
        <span
          aria-hidden
          className="pointer-events-none absolute top-full mt-0.5 max-w-32 truncate rounded-md bg-surface px-1 text-small font-medium text-ink"
        >
          {name}
        </span>
      ) : null}
    </button>
  )
}

/** What lies behind: every home, the names of the towns, the scale. */
function Ground({ frame, homes }: { frame: Frame; homes: PictureProps['homes'] }): ReactNode {
  const { language } = useLanguage()
  const { width, height, metresPerPixel } = frame
  const scale = scaleOf(metresPerPixel, SCALE_PIXELS_MAX)
  const isFar = scale.metres >= 1000
  const unit = { style: 'unit', unit: isFar ? 'kilometer' : 'meter', unitDisplay: 'short' } as const
  const distance = new Intl.NumberFormat(language, unit).format(isFar ? scale.metres / 1000 : scale.metres)
  return (
    <svg aria-hidden width={width} height={height} className="pointer-events-none absolute inset-0 bg-sunken">
      <Grid frame={frame} metres={scale.metres} />
      {homes.map((home) => {
        const { x, y } = frame.place(home)
        return <circle key={home.id} cx={x} cy={y} r="3.5" className="fill-edge" />
      })}
      {townsOf(homes).map(({ name, latitude, longitude }) => {
        const { x, y } = frame.place({ latitude, longitude })
        return (
          <text key={name} x={x} y={y - 32} textAnchor="middle" className="fill-soft text-small font-medium">
            {name}
          </text>
        )
      })}
      <g className="stroke-ink" strokeWidth="2" fill="none">
        <path d={`M16 ${height - 22}v6h${scale.pixels}v-6`} />
      </g>
      <text x={16 + scale.pixels / 2} y={height - 26} textAnchor="middle" className="fill-ink text-small font-medium">
        {distance}
      </text>
    </svg>
  )
}

/** Lines a scale apart, so that distances can be seen. */
function Grid({ frame: { width, height, metresPerPixel }, metres }: { frame: Frame; metres: number }): ReactNode {
  const step = (metres / metresPerPixel) * 2
  const places = (length: number): number[] => {
    const first = (length / 2) % step
    return Array.from({ length: Math.ceil((length - first) / step) }, (_, index) => first + index * step)
  }
  const lines = [
    ...places(width).map((x) => `M${x} 0V${height}`),
    ...places(height).map((y) => `M0 ${y}H${width}`),
  ].join('')
  return <path d={lines} className="stroke-line" strokeWidth="1" />
}

function townsOf(homes: PictureProps['homes']) {
  const towns = new Map<string, PictureProps['homes'][number][]>()
  for (const home of homes) if (home.city) towns.set(home.city, [...(towns.get(home.city) ?? []), home])
  return [...towns].map(([name, own]) => ({
    name,
    latitude: own.reduce((sum, { latitude }) => sum + latitude, 0) / own.length,
    longitude: own.reduce((sum, { longitude }) => sum + longitude, 0) / own.length,
  }))
}

function useSize(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const { current } = element
    if (!current) return
    const observer = new ResizeObserver(() => setSize({ width: current.clientWidth, height: current.clientHeight }))
    observer.observe(current)
    return () => observer.disconnect()
  }, [element])
  return size
}
