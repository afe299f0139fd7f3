import sharp from 'sharp'
import { expect } from 'vitest'
import { officeFile } from '../../../test/archives.ts'
import {
  heic,
  heicWithHevc,
  jpeg,
  oldJpegTiff,
  pdf,
  picture,
  type TiffFields,
  tiff,
  tiffHeadBytes,
  tiffOfFields,
} from '../../../test/sample-files.ts'
import {
  test as base,
  findDocument,
  inTheStore,
  newest,
} from '../../../test/upload.ts'
import { createLog } from '../../lib/log.ts'
import { sweepFiles } from '../sweep-files.ts'

/** A seller who uploads files to a draft. */
const test = base.extend('desk', async ({ made, portal }) => {
  const seller = await made.seller()
  const slv = await made.slv({ status: 'DRAFT', sellerId: seller.id })
  const asks = await portal.as(seller)
  const upload = async (name: string, content: Buffer) => {
    const { body } = await asks.upload(
      `/v1/proxy-loan/${slv.id}/documents`,
      name,
      Buffer.from(content),
    )
    const { id } = newest(body.documents)
    return { id, path: `/v1/proxy-loan/${slv.id}/documents/${id}/pages` }
  }
  return { slv, asks, upload }
})

// The portal only writes WebP; these tests also read it.
sharp.unblock({ operation: ['VipsForeignLoadWebp'] })

const sizeOf = async (image: Buffer) => {
  const { format, width, height } = await sharp(image).metadata()
  return { format, width, height }
}

test('a picture is rendered upright, with at most 2,000 pixels, never larger', async ({
  desk: { asks, upload },
}) => {
  // Orientation 6: the camera was rotated.
  const photo = await picture(4000, 3000)
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { path } = await upload('photo.jpg', photo)
  expect(await asks.get(path)).toMatchObject({
    status: 200,
    body: { pages: [{ width: 1125, height: 1500 }] },
  })
  const { status, headers, bytes } = await asks.bytes(`${path}/1`)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('image/webp')
  expect(headers.get('content-security-policy')).toMatch(
    /^sandbox; default-src 'none'/,
  )
  expect(await sizeOf(bytes)).toEqual({
    format: 'webp',
    width: 1500,
    height: 2000,
  })
  expect(await asks.get(`${path}/2`)).toMatchObject({ status: 404 })
  expect(await asks.get(`${path}/0`)).toMatchObject({ status: 404 })
  const { path: small } = await upload(
    'small.png',
    await picture(40, 30).png().toBuffer(),
  )
  expect(await asks.get(small)).toMatchObject({
    body: { pages: [{ width: 30, height: 22.5 }] },
  })
  expect(await sizeOf((await asks.bytes(`${small}/1`)).bytes)).toEqual({
    format: 'webp',
    width: 40,
    height: 30,
  })
})

test('a picture that is damaged, and other file types, are refused by name', async ({
  desk: { asks, upload },
}) => {
  const { path } = await upload('gray.jpg', jpeg())
  const refusal = {
    status: 400,
    body: { error: '"gray.jpg" cannot be displayed' },
  }
  expect(await asks.get(`${path}/1`)).toMatchObject(refusal)
  const other = await upload('letter.docx', officeFile('docx'))
  const noPicture = {
    status: 400,
    body: { error: '"letter.docx" is not an image' },
  }
  expect(await asks.get(other.path)).toMatchObject(noPicture)
  expect(await asks.get(`${other.path}/1`)).toMatchObject(noPicture)
  const paper = await upload('paper.pdf', pdf)
  expect(await asks.get(`${paper.path}/1`)).toMatchObject({ status: 400 })
})

test('a TIFF has a size and an image for each page', async ({
  desk: { asks, upload },
}) => {
  const { path } = await upload(
    'scan.tif',
    tiff({ pages: 3, width: 4, height: 4, isLittle: false }),
  )
  expect(await asks.get(path)).toMatchObject({
    body: { pages: Array(3).fill({ width: 3, height: 3 }) },
  })
  for (const page of [1, 2, 3])
    expect(
      await sizeOf((await asks.bytes(`${path}/${page}`)).bytes),
    ).toMatchObject({ width: 4, height: 4 })
  expect((await asks.get(`${path}/4`)).status).toBe(404)
})

/** A TIFF of one strip of equal bytes. */
const strip = (fields: TiffFields, stripBytes: number) => {
  const stripOffset = tiffHeadBytes(Object.keys(fields).length + 2)
  return Buffer.concat([
    tiffOfFields({ ...fields, stripOffset, stripBytes }),
    Buffer.alloc(stripBytes, 0x55),
  ])
}
const photo = await picture(64, 48).jpeg().toBuffer()
const withRevision9 = Buffer.concat([
  photo.subarray(0, 11),
  Buffer.from([9, 9]),
  photo.subarray(13),
])
const withStrayBytes = Buffer.concat([
  photo.subarray(0, 20),
  Buffer.from([0, 0xa1]),
  photo.subarray(20),
])

test.for([
  ['HEIC with AV1', 'photo.heic', await heic()],
  ['JPEG of an unknown revision', 'photo.jpg', withRevision9],
  ['JPEG with stray bytes between its segments', 'photo.jpg', withStrayBytes],
  ['JPEG as Word names it', 'photo.jfif', photo],
  ['TIFF with old-style JPEG', 'scan.tif', oldJpegTiff(photo, 64, 48)],
  [
    'TIFF with old-style JPEG that claims to be gray',
    'scan.tif',
    oldJpegTiff(photo, 64, 48, { samplesPerPixel: 1, photometric: 1 }),
  ],
  [
    'TIFF of 12 bits',
    'scan.tif',
    strip(
      {
        width: 64,
        height: 48,
        bitsPerSample: 12,
        compression: 1,
        photometric: 1,
        samplesPerPixel: 1,
      },
      4608,
    ),
  ],
  [
    'TIFF in Lab',
    'scan.tif',
    await picture(64, 48).toColourspace('lab').tiff().toBuffer(),
  ],
] as const)(
  'a %s is accepted and shown',
  async ([, name, content], { desk: { asks, upload } }) => {
    const { path } = await upload(name, Buffer.from(content))
    expect(await asks.get(path)).toMatchObject({
      status: 200,
      body: { pages: [{}] },
    })
    const page = await asks.bytes(`${path}/1`)
    expect(page.status).toBe(200)
    expect(await sizeOf(page.bytes)).toEqual({
      format: 'webp',
      width: 64,
      height: 48,
    })
  },
)

test('a photo of a phone (HEIC with HEVC) is accepted and shown in its colors', async ({
  desk: { asks, upload },
}) => {
  const { path } = await upload('photo.heic', heicWithHevc())
  const { bytes } = await asks.bytes(`${path}/1`)
  const { data, info } = await sharp(bytes)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ width: 480, height: 360, channels: 3 })
  const colorAt = (x: number, y: number) => {
    const start = (y * info.width + x) * info.channels
    const [red = 0, green = 0, blue = 0] = data.subarray(start, start + 3)
    return { red: red > 150, green: green > 150, blue: blue > 150 }
  }
  expect(colorAt(60, 60)).toEqual({ red: true, green: false, blue: false })
  expect(colorAt(420, 300)).toEqual({ red: false, green: false, blue: true })
  expect(colorAt(420, 60)).toEqual({ red: true, green: true, blue: true })
})

test('a compression that cannot be shown is named', async ({
  desk: { asks, upload },
}) => {
  const lzma = strip(
    {
      width: 64,
      height: 48,
      bitsPerSample: 8,
      compression: 34925,
      photometric: 1,
    },
    100,
  )
  const { path } = await upload('scan.tif', lzma)
  const error =
    '"scan.tif" is compressed with LZMA, which cannot be displayed. Download it to see it.'
  expect(await asks.get(path)).toMatchObject({ status: 400, body: { error } })
  expect(await asks.get(`${path}/1`)).toMatchObject({
    status: 400,
    body: { error },
  })
})

test('smaller copies of a page are no pages', async ({
  desk: { asks, upload },
}) => {
  const pyramid = await picture(1024, 768)
    .tiff({ pyramid: true, tile: true })
    .toBuffer()
  const { path } = await upload('scan.tif', pyramid)
  expect(await asks.get(path)).toMatchObject({
    body: { pages: [{ width: expect.any(Number) }] },
  })
  expect((await asks.get(path)).body).toHaveProperty('pages.length', 1)
  expect((await asks.bytes(`${path}/2`)).status).toBe(404)
})

test('a TIFF of a fax has the height of the paper despite its resolution', async ({
  desk: { asks, upload },
}) => {
  // 8 pixels to the millimeter across and 4 down: 200 by 250 mm.
  const fax = await picture(1600, 1000).tiff({ xres: 8, yres: 4 }).toBuffer()
  const { path } = await upload('fax.tif', fax)
  const { body } = await asks.get(path)
  expect(body).toMatchObject({
    pages: [
      { width: expect.closeTo(566.9, 1), height: expect.closeTo(708.7, 1) },
    ],
  })
})

test('a rendered page is stored, and swept after its document is deleted', async ({
  desk,
  committed,
  store,
}) => {
  const { asks, upload, slv } = desk
  const { id, path } = await upload(
    'small.png',
    await picture(40, 30).png().toBuffer(),
  )
  const { storageKey } = await findDocument(committed, id)
  const first = await asks.bytes(`${path}/1`)
  const keys = async () =>
    (await inTheStore(store.folder)).map(({ name }) => name)
  expect((await keys()).toSorted()).toEqual(
    [storageKey, `${storageKey}.1`].map((key) => key.split('/')[1]).toSorted(),
  )
  // Without the original it must come from the store.
  await store.files.remove(storageKey)
  expect((await asks.bytes(`${path}/1`)).bytes.equals(first.bytes)).toBe(true)

  const later = () => new Date('2040-01-01T00:00:00Z')
  const sweep = () =>
    sweepFiles({
      db: committed,
      clock: later,
      files: store.files,
      log: createLog('silent'),
    })
  await sweep()
  expect(await keys()).toEqual([`${storageKey}.1`.split('/')[1]])
  await asks.send('DELETE', `/v1/proxy-loan/${slv.id}/document/${id}`)
  await sweep()
  expect(await keys()).toEqual([])
})
