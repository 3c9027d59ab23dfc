/** What a file is by its first bytes, whatever its name says. */
export interface Audio {
  mediaType: string
  /** Undefined where the file does not tell. */
  seconds: number | undefined
  /** Of such a file: when its last piece begins, if that can be seen. */
  lastPieceAt?: number | undefined
}

type Bytes = Uint8Array

/** Undefined for what is no audio that is taken. */
export function audioIn(bytes: Bytes): Audio | undefined {
  const start = ascii(bytes, 0, 4)
  if (start === 'RIFF' && ascii(bytes, 8, 12) === 'WAVE') return { mediaType: 'audio/wav', seconds: wavSeconds(bytes) }
  if (start === 'fLaC') return { mediaType: 'audio/flac', seconds: flacSeconds(bytes) }
  if (start === 'OggS') return { mediaType: 'audio/ogg', seconds: oggSeconds(bytes) }
  if (ascii(bytes, 4, 8) === 'ftyp') return { mediaType: 'audio/mp4', seconds: mp4Seconds(bytes) }
  if (u32(bytes, 0) === 0x1a45dfa3) return { mediaType: 'audio/webm', ...webmLength(bytes) }
  const frame = mp3Frame(bytes, start.startsWith('ID3') ? afterId3(bytes) : 0)
  return frame && { mediaType: 'audio/mpeg', seconds: frame.seconds }
}

function ascii(bytes: Bytes, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}

const view = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const u16le = (bytes: Bytes, at: number): number => (at + 2 <= bytes.length ? view(bytes).getUint16(at, true) : 0)
const u32le = (bytes: Bytes, at: number): number => (at + 4 <= bytes.length ? view(bytes).getUint32(at, true) : 0)
const u32 = (bytes: Bytes, at: number): number => (at + 4 <= bytes.length ? view(bytes).getUint32(at) : 0)
const u64 = (bytes: Bytes, at: number): number => (at + 8 <= bytes.length ? Number(view(bytes).getBigUint64(at)) : 0)

/** Of chunks and boxes: more than any recording has. 25 MB of empty ones would keep everybody waiting for seconds. */
const PIECES_MAX = 20_000

/** Bytes per second are in the chunk `fmt `; the sound is `data`, or whatever of it is there. */
function wavSeconds(bytes: Bytes): number | undefined {
  let perSecond = 0
  let at = 12
  for (let piece = 0; piece < PIECES_MAX && at + 8 <= bytes.length; piece++) {
    const [name, size] = [ascii(bytes, at, at + 4), u32le(bytes, at + 4)]
    if (name === 'fmt ' && u16le(bytes, at + 8) !== 0) perSecond = u32le(bytes, at + 16)
    if (name === 'data') return perSecond > 0 ? Math.min(size, bytes.length - at - 8) / perSecond : undefined
    at += 8 + size + (size % 2)
  }
  return undefined
}

/** The first block holds the rate in 20 bits and the number of samples in 36. */
function flacSeconds(bytes: Bytes): number | undefined {
  const rate = ((u32(bytes, 18) >>> 12) & 0xfffff) >>> 0
  const samples = ((bytes[21] ?? 0) & 0x0f) * 2 ** 32 + u32(bytes, 22)
  return rate > 0 && samples > 0 ? samples / rate : undefined
}

/** The last page says how many samples came before its end. Opus always counts 48,000 a second. */
function oggSeconds(bytes: Bytes): number | undefined {
  const head = ascii(bytes, 28, 36)
  const rate = head === 'OpusHead' ? 48_000 : head.slice(1, 7) === 'vorbis' ? u32le(bytes, 40) : 0
  if (rate === 0) return undefined
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf('OggS', bytes.length - 27, 'latin1')
  const samples = u32le(bytes, at + 6) + u32le(bytes, at + 10) * 2 ** 32
  return samples / rate
}

/** `mvhd` inside `moov` has the length in units of its own. */
function mp4Seconds(bytes: Bytes): number | undefined {
  const moov = boxIn(bytes, 0, bytes.length, 'moov')
  const mvhd = moov && boxIn(bytes, moov.from, moov.to, 'mvhd')
  if (!mvhd) return undefined
  const isLong = bytes[mvhd.from] === 1
  const scale = u32(bytes, mvhd.from + (isLong ? 20 : 12))
  const length = isLong ? u64(bytes, mvhd.from + 24) : u32(bytes, mvhd.from + 16)
  return scale > 0 && length > 0 ? length / scale : undefined
}

function boxIn(bytes: Bytes, from: number, to: number, name: string): { from: number; to: number } | undefined {
  let at = from
  for (let piece = 0; piece < PIECES_MAX && at + 8 <= to; piece++) {
    const short = u32(bytes, at)
    const [head, size] = short === 1 ? [16, u64(bytes, at + 8)] : [8, short === 0 ? to - at : short]
    if (size < head) return undefined
    if (ascii(bytes, at + 4, at + 8) === name) return { from: at + head, to: Math.min(to, at + size) }
    at += size
  }
  return undefined
}

/** The element Duration (0x4489) of Info, in units of a millisecond unless TimestampScale (0x2AD7B1) says otherwise. */
function webmLength(bytes: Bytes): Pick<Audio, 'seconds' | 'lastPieceAt'> {
  const head = bytes.subarray(0, 65_536)
  let scale = 1_000_000
  let length: number | undefined
  for (let at = 0; at + 12 < head.length; at++) {
    if (head[at] === 0x2a && head[at + 1] === 0xd7 && head[at + 2] === 0xb1 && head[at + 3] === 0x83) {
      scale = ((head[at + 4] ?? 0) << 16) | ((head[at + 5] ?? 0) << 8) | (head[at + 6] ?? 0)
    }
    if (head[at] === 0x44 && head[at + 1] === 0x89 && head[at + 2] === 0x88) length = view(head).getFloat64(at + 3)
    if (head[at] === 0x44 && head[at + 1] === 0x89 && head[at + 2] === 0x84) length = view(head).getFloat32(at + 3)
  }
  if (length !== undefined && Number.isFinite(length) && length > 0) return { seconds: (length * scale) / 1e9 }
  const last = lastClusterTime(bytes)
  return { seconds: undefined, lastPieceAt: last === undefined ? undefined : (last * scale) / 1e9 }
}

const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75])

/** What a browser records has no Duration, as nobody knew it when it was begun; each cluster begins with its time (0xE7). */
function lastClusterTime(bytes: Bytes): number | undefined {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).lastIndexOf(CLUSTER)
  // Before it stands its size, whose first bit that is set tells how many bytes it has.
  const timeAt = at + CLUSTER.length + Math.clz32(bytes[at + CLUSTER.length] ?? 0) - 23
  if (at === -1 || bytes[timeAt] !== 0xe7) return undefined
  const digits = bytes.subarray(timeAt + 2, timeAt + 2 + ((bytes[timeAt + 1] ?? 0) & 0x0f))
  return digits.reduce((time, byte) => time * 256 + byte, 0)
}

/** The tag before the sound has its size in four times seven bits. */
function afterId3(bytes: Bytes): number {
  const [a = 0, b = 0, c = 0, d = 0] = bytes.subarray(6, 10)
  return 10 + ((a << 21) | (b << 14) | (c << 7) | d)
}

const RATES = [44_100, 48_000, 32_000]
const KILOBITS: Record<string, number[]> = {
  1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}

/** A frame of layer III. A file of changing rate says in its first frame how many follow; of others the rate tells. */
function mp3Frame(bytes: Bytes, at: number): { seconds: number | undefined } | undefined {
  const word = u32(bytes, at)
  if (word >>> 21 !== 0x7ff || ((word >>> 17) & 3) !== 1) return undefined
  const version = (word >>> 19) & 3
  const rateIndex = (word >>> 10) & 3
  const kilobits = KILOBITS[version === 3 ? 1 : 2]?.[(word >>> 12) & 15] ?? 0
  if (version === 1 || rateIndex === 3 || kilobits === 0) return undefined
  const rate = (RATES[rateIndex] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  const isMono = ((word >>> 6) & 3) === 3
  const side = version === 3 ? (isMono ? 17 : 32) : isMono ? 9 : 17
  const tagAt = at + 4 + side
  const tag = ascii(bytes, tagAt, tagAt + 4)
  const frames = (tag === 'Xing' || tag === 'Info') && (u32(bytes, tagAt + 4) & 1) === 1 ? u32(bytes, tagAt + 8) : 0
  const perFrame = version === 3 ? 1152 : 576
  return { seconds: frames > 0 ? (frames * perFrame) / rate : ((bytes.length - at) * 8) / (kilobits * 1000) }
}
