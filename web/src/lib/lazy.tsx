import { getBranding } from '@portal/contract/auth/api'
import { type ComponentType, type FC, lazy as lazyOfReact, useState } from 'react'
import { call } from './call.ts'
import { onReconnect } from './outage.ts'

const retryMs = 3000

/** Resolves when a call succeeds again, or after a few seconds where no call is made. */
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

/**
 * Loads code once there is a connection. Chromium never retries an import that failed, so the connection is tested first.
 * Throws when the code fails to load twice with a connection: it is missing or broken.
 */
export const loadCode = async <T,>(load: () => Promise<T>, triesLeft = 2): Promise<T> => {
  try {
    await call(getBranding)
  } catch {
    await nextTry()
    return loadCode(load, triesLeft)
  }
  try {
    return await load()
  } catch (error) {
    if (triesLeft === 1) throw error
    await nextTry()
    return loadCode(load, triesLeft - 1)
  }
}

/**
 * React's `lazy`, but it waits for a connection instead of failing. `preload` loads the code early; loaded code renders at
 * once, without the fallback that React shows for at least 300 ms.
 */
export const lazy = <P extends object>(load: () => Promise<{ default: ComponentType<P> }>) => {
  let loaded: ComponentType<P> | undefined
  let loading: Promise<{ default: ComponentType<P> }> | undefined
  const loadOnce = () => {
    loading ??= loadCode(load).then((module) => {
      loaded = module.default
      return module
    })
    return loading
  }
  const Later: ComponentType<P> = lazyOfReact(loadOnce) as unknown as ComponentType<P>
  // biome-ignore lint/correctness/noComponentHookFactories: it is called once for each part, outside of components
  const Lazy: FC<P> = (props) => {
    const [Component] = useState(() => loaded ?? Later)
    return <Component {...props} />
  }
  return Object.assign(Lazy, { preload: () => void loadOnce().catch(() => undefined) })
}

/** A screen that the router loads; `preload` is gone once it is loaded. */
type Screen = { preload?: (() => Promise<unknown>) | undefined }

/** Keeps the router on the open screen until there is a connection to load the next one. */
export const waitForConnection = (screen: Screen | undefined) => {
  const load = screen?.preload
  if (load) screen.preload = () => loadCode(load)
}
