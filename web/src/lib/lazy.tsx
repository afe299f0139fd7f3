import { getBranding } from '@portal/contract/auth/api'
import {
  type AsyncRouteComponent,
  lazyRouteComponent,
} from '@tanstack/react-router'
import { type ComponentType, type ReactNode, Suspense } from 'react'
import { call } from './call.ts'
import { onReconnect } from './outage.ts'
import { untilReloadable } from './reload-holds.ts'

const retryMs = 3000

/**
 * Resolves when a call succeeds again, or after a few seconds where no call is
 * made.
 */
const nextTry = () =>
  new Promise<void>((resolve) => {
    const go = () => {
      stop()
      clearTimeout(timer)
      resolve()
    }
    const stop = onReconnect(go)
    const timer = setTimeout(go, retryMs)
  })

/** The test of the connection that is under way; parts that load share it. */
let connectionTest: Promise<unknown> | undefined

const testConnection = () => {
  connectionTest ??= call(getBranding).finally(() => {
    connectionTest = undefined
  })
  return connectionTest
}

/**
 * Loads code once there is a connection. Chromium never retries an import that
 * failed, so the connection is tested first. Throws when the code fails to load
 * twice with a connection: it is missing or broken.
 */
export const loadCode = async <T,>(
  load: () => Promise<T>,
  triesLeft = 2,
): Promise<T> => {
  try {
    await testConnection()
  } catch {
    await nextTry()
    return loadCode(load, triesLeft)
  }
  try {
    return await load()
  } catch (error) {
    if (triesLeft === 1) {
      // The error replaces the page, and with it the files that it sends.
      await untilReloadable()
      throw error
    }
    await nextTry()
    return loadCode(load, triesLeft - 1)
  }
}

type PropsOf<Component> =
  Component extends ComponentType<infer Props extends object> ? Props : never

/**
 * A named component whose code loads on demand: it waits for a connection
 * instead of failing. `preload` loads it early.
 */
export const lazy = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode | ((props: PropsOf<Module[Name]>) => ReactNode) = null,
) => {
  const Loaded = lazyRouteComponent<Module, Name>(
    () => loadCode(load),
    name,
  ) as AsyncRouteComponent<PropsOf<Module[Name]>>
  const part = (props: PropsOf<Module[Name]>) => (
    <Suspense
      fallback={typeof fallback === 'function' ? fallback(props) : fallback}
    >
      <Loaded {...props} />
    </Suspense>
  )
  return Object.assign(part, { preload: () => void Loaded.preload?.() })
}

/** A screen that the router loads; `preload` is gone once it is loaded. */
type Screen = { preload?: (() => Promise<unknown>) | undefined }

/**
 * Keeps the router on the open screen until there is a connection to load the
 * next one.
 */
export const waitForConnection = (screen: Screen | undefined) => {
  const load = screen?.preload
  if (load) screen.preload = () => loadCode(load)
}
