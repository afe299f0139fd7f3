import { defineConfig } from '@playwright/test'
import { findChromium } from '../server/src/lib/printing/chromium.ts'

const { executablePath, args, env } = await findChromium(
  process.env.CHROMIUM_PATH,
)

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.test.ts',
  globalSetup: './src/lib/global-setup.ts',
  fullyParallel: true,
  workers: 3,
  projects: [
    {
      name: 'stories',
      testIgnore: 'quiet/**',
      outputDir: 'test-results/stories',
    },
    // Measurements, one at a time and on their own portal, so that no one else
    // changes what they see (scripts/parts.mjs). They measure CPU time, commits
    // and places, so a busy machine changes nothing.
    {
      name: 'quiet',
      testMatch: 'quiet/*.test.ts',
      workers: 1,
      // Emptied at the start, so not the folder of stories that still run.
      outputDir: 'test-results/quiet',
    },
  ],
  retries: 0,
  forbidOnly: true,
  // Stories run in parallel with the server tests, so only hung ones time out.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: process.env.PORTAL_URL,
    locale: 'en-US',
    timezoneId: 'America/New_York',
    viewport: { width: 1440, height: 900 },
    // Nothing moves while a story clicks it or axe looks at its colors.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { executablePath, args, env },
    trace: 'off',
    screenshot: 'only-on-failure',
  },
})
