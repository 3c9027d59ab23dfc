/** Recordings as small as their formats allow, with a length that their headers tell. */
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1')
const u16 = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8])
const u32 = (value: number): Buffer => Buffer.from(new Uint32Array([value]).buffer)
const u32be = (value: number): Buffer => u32(value).toReversed() as Buffer

/** Eight-bit mono; at one sample a second a long one is small. */
export function wav(seconds: number, rate = 8000): Buffer {
  const data = Buffer.alloc(seconds * rate, 128)
  const format = [u16(1), u16(1), u32(rate), u32(rate), u16(1), u16(8)]
  const head = [
    ascii('RIFF'),
    u32(36 + data.length),
    ascii('WAVEfmt '),
    u32(16),
    ...format,
    ascii('data'),
    u32(data.length),
  ]
  return Buffer.concat([...head, data])
}

export function flac(seconds: number, rate = 44_100): Buffer {
  const samples = seconds * rate
  const info = Buffer.alloc(34)
  info.writeUInt32BE(((rate << 12) | (15 << 4)) >>> 0, 10)
  info.writeUInt8(0xf0 | Math.floor(samples / 2 ** 32), 13)
  info.writeUInt32BE(samples % 2 ** 32, 14)
  return Buffer.concat([ascii('fLaC'), Buffer.from([0x80, 0, 0, 34]), info])
}

function oggPage(granule: number, body: Buffer): Buffer {
  const position = Buffer.alloc(8)
  position.writeBigUInt64LE(BigInt(granule))
  const rest = Buffer.alloc(12)
  return Buffer.concat([ascii('OggS'), Buffer.from([0, 2]), position, rest, Buffer.from([1, body.length]), body])
}

export function opus(seconds: number): Buffer {
  const head = Buffer.concat([ascii('OpusHead'), Buffer.from([1, 1]), u16(312), u32(48_000), Buffer.from([0, 0, 0])])
  return Buffer.concat([oggPage(0, head), oggPage(seconds * 48_000, Buffer.alloc(20))])
}

function box(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([u32be(body.length + 8), ascii(name), body])
}

export function m4a(seconds: number, scale = 1000): Buffer {
  const mvhd = box('mvhd', Buffer.alloc(12), u32be(scale), u32be(seconds * scale), Buffer.alloc(80))
  return Buffer.concat([box('ftyp', ascii('M4A \0\0\0\0')), box('mdat', Buffer.alloc(40)), box('moov', mvhd)])
}

/** As a browser records it: without its length, and each second a cluster that begins with its time. */
export function recordedWebm(seconds: number): Buffer {
  const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x82, 0x81, 0x01])
  const clusters = Array.from({ length: seconds }, (_, second) => {
    const time = Buffer.from([0xe7, 0x84, 0, 0, 0, 0])
    time.writeUInt32BE(second * 1000, 2)
    return Buffer.concat([Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0x01, 255, 255, 255, 255, 255, 255, 255]), time])
  })
  return Buffer.concat([head, ...clusters, Buffer.alloc(3000)])
}

export function webm(seconds: number): Buffer {
  const length = Buffer.alloc(8)
  length.writeDoubleBE(seconds * 1000)
  const scale = Buffer.from([0x2a, 0xd7, 0xb1, 0x83, 0x0f, 0x42, 0x40])
  const info = Buffer.concat([scale, Buffer.from([0x44, 0x89, 0x88]), length])
  const head = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x84, 0x42, 0x82, 0x81, 0x01])
  return Buffer.concat([head, Buffer.from([0x15, 0x49, 0xa9, 0x66, 0x80 | info.length]), info, Buffer.alloc(16)])
}

/** 128 kbit/s at 44,100 Hz in stereo: 417 bytes a frame. With `frames` the first one says how many there are. */
export function mp3(bytes: number, { frames = 0, tag = false } = {}): Buffer {
  const first = Buffer.alloc(bytes)
  first.writeUInt32BE(0xfffb9000, 0)
  if (frames > 0) {
    first.write('Xing', 36, 'latin1')
    first.writeUInt32BE(1, 40)
    first.writeUInt32BE(frames, 44)
  }
  const id3 = Buffer.concat([ascii('ID3'), Buffer.from([3, 0, 0, 0, 0, 1, 0]), Buffer.alloc(128)])
  return tag ? Buffer.concat([id3, first]) : first
}

/** A form with a recording, and its media type. */
export async function formWith(
  file: Buffer,
  fields: Record<string, string> = {},
  name = 'file',
): Promise<[Buffer, string]> {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.append(field, value)
  data.append(name, new File([new Uint8Array(file)], 'recording.wav', { type: 'audio/wav' }))
  const response = new Response(data)
  return [Buffer.from(await response.arrayBuffer()), response.headers.get('content-type') ?? '']
}
