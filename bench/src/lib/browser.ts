import { signInPath } from '@portal/contract/user/navigation'
import { type BrowserContext, chromium } from 'playwright-core'
import { findChromium } from '../../../server/src/lib/chromium.ts'
import type { Stage } from './stage.ts'

/** The screens that have goals of their own, and one as dear as they are. */
export const paths = {
  'sign-in': signInPath,
  'SLV list': '/slv',
  'condition manager': '/condition-manager',
  reporting: '/reporting/single-loan-variance',
} as const
export type ScreenName = keyof typeof paths

/** A Chromium, and `visit`, which hands a fresh profile to the work, signed in where the screen asks for it. */
export async function openBrowser(stage: Stage) {
  const browser = await chromium.launch(await findChromium(process.env.CHROMIUM_PATH))
  const visit = async <T>(
    screen: ScreenName,
    work: (context: BrowserContext, url: string) => Promise<T>,
  ): Promise<T> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
    context.setDefaultTimeout(20_000)
    try {
      if (screen !== 'sign-in') {
        const value = await stage.signIn('underwriter.1@buyer.example')
        await context.addCookies([{ name: 'session', value, domain: '127.0.0.1', path: '/' }])
      }
      return await work(context, `http://127.0.0.1:${stage.port}${paths[screen]}`)
    } finally {
      await context.close()
    }
  }
  return { visit, close: () => browser.close() }
}
