import type { Page } from '@playwright/test'
import { expectSound } from '../lib/sound.ts'
import { expect, test } from '../lib/story.ts'
import { untilLoaded } from '../lib/until-loaded.ts'
import { trace, watched } from '../lib/watched.ts'
import { bring, previewOf } from './documents.ts'
import { pdfOf, planOf, pngOf, textOf } from './sample-files.ts'

const script = `<script>${trace}; alert(1)</script><img src="x" onerror="${trace}">`

test('nothing in a previewed file runs', async ({ seller, draft: { id } }) => {
  const { page, look } = await watched(seller)
  const link =
    '<< /Type /Annot /Subtype /Link /Rect [0 0 612 792] /A << /S /URI /URI (javascript:alert(1)) >> >>'
  const files = [
    {
      file: textOf(
        'page.txt',
        `Read me\n<!doctype html><html><body>${script}</body></html>`,
      ),
      shows: 'Read me',
    },
    {
      file: textOf(
        'table.csv',
        `name,note\n"${script.replaceAll('"', '""')}",Read this row\n=1+1,@SUM(A1)\n`,
      ),
      shows: 'Read this row',
    },
    {
      file: textOf(
        'mail.eml',
        `From: a@b.example\nTo: c@d.example\nSubject: x\nDate: Sat, 21 Nov 2026 10:00:00 -0500\nMIME-Version: 1.0\nContent-Type: text/html\n\n${script}Read this mail\n`,
      ),
      shows: 'Read this mail',
    },
    {
      file: pdfOf('odd.pdf', [`Read this page ${script}`], {
        pageEntries: `/Annots [${link}]`,
      }),
      shows: 'Read this page',
    },
    {
      file: pdfOf('scripted.pdf', ['Read this form'], {
        catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>',
      }),
      shows: 'Contains scripts',
    },
  ]
  for (const { file, shows } of files) {
    await test.step(file.name, async () => {
      const path = previewOf(id, await bring(seller, id, file))
      await untilLoaded(page, () => page.goto(path))
      await expect(page.getByText(shows).first()).toBeVisible()
      await look(file.name)
    })
  }
})

test('the preview goes by the file, and is hidden from strangers', async ({
  seller,
  stranger,
  newcomer,
  draft: { id },
}) => {
  const document = await bring(
    seller,
    id,
    textOf('plain words.txt', 'These are the words'),
  )
  await seller.page.goto(
    `/slv/preview-document/${id}/${document.id}/a%2Fb%20%3Cb%3E/PDF`,
  )
  await expect(
    seller.page.getByRole('heading', { level: 1, name: 'plain words.txt' }),
  ).toBeVisible()
  await expect(seller.page.getByText('These are the words')).toBeVisible()

  for (const { page } of [stranger, newcomer]) {
    await page.goto(previewOf(id, document))
    await expect(
      page.getByRole('heading', { level: 1, name: 'Not found' }),
    ).toBeVisible()
    await expect(page.getByText('These are the words')).toHaveCount(0)
  }
  await newcomer.page.goto('/')
  await expect(newcomer.page.getByText(/access/i).first()).toBeVisible()
})

test('a PDF that can’t be shown as it is says why', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  const form = pdfOf(
    'form.pdf',
    ['Please wait... If this message is not eventually replaced'],
    {
      catalog:
        '/NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 3 0 R] >>',
    },
  )
  await page.goto(previewOf(id, await bring(seller, id, form)))
  await expect(
    page.getByText('Only Adobe Acrobat can show this PDF: it is an XFA form.'),
  ).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Download the file' }),
  ).toBeVisible()

  const blank = pdfOf('blank.pdf', [''])
  await page.goto(previewOf(id, await bring(seller, id, blank)))
  await expect(
    page.getByText(
      /Page 1 is blank, or has an image that is too large to show/,
    ),
  ).toBeVisible()
})

/** The darkest of the red values on the first page. */
const readDarkest = (page: Page) =>
  page
    .locator('[data-page="1"] canvas')
    .evaluate((canvas: HTMLCanvasElement) => {
      const data =
        canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height)
          .data ?? []
      let darkest = 255
      for (let at = 0; at < data.length; at += 4)
        darkest = Math.min(darkest, data[at] ?? 255)
      return darkest
    })

test('a plan of 36 × 24 inches at 400 dpi is shown', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  await page.goto(
    previewOf(id, await bring(seller, id, planOf('plan.pdf', 14_400, 9600))),
  )
  await expect(page.locator('[data-page="1"] canvas')).toBeVisible({
    timeout: 30_000,
  })
  expect(await readDarkest(page)).toBeLessThan(100)
})

test('previews and documents are accessible', async ({
  seller,
  draft: { id },
}) => {
  const { page } = seller
  const long = `${'a_long_name_without_any_space_'.repeat(6)}.csv`
  const files = [
    {
      file: pngOf('picture.png'),
      shows: page.getByRole('img', { name: 'picture.png' }),
    },
    {
      file: textOf(long, 'a,b\n1,2\n'),
      shows: page.getByRole('columnheader', { name: 'a', exact: true }),
    },
  ]
  for (const { file, shows } of files) {
    await test.step(file.name, async () => {
      await page.goto(previewOf(id, await bring(seller, id, file)))
      await expect(shows).toBeVisible()
      await expectSound(page)
    })
  }
  await page.goto(`/slv/review-request/${id}`)
  await expect(page.getByRole('link', { name: long })).toBeVisible()
  await expectSound(page, 'main')
})
