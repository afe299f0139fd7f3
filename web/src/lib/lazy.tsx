import { getBranding } from '@portal/contract/auth/api'
import { type ComponentType, type FC, lazy as lazyOfReact, type ReactNode, Suspense, useState } from 'react'
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

type Exported<Module, Name extends keyof Module> =
  Module[Name] extends ComponentType<infer Props extends object> ? Props : never

/**
 * React's `lazy` for a named component, but it waits for a connection instead of failing. `preload` loads the code early.
 * Loaded code renders without the fallback, which React would show for at least 300 ms.
 */
export const lazy = <Module extends object, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
  fallback: ReactNode | ((props: Exported<Module, Name>) => ReactNode) = null,
) => {
  type Component = ComponentType<Exported<Module, Name>>
  let loaded: Component | undefined
  let loading: Promise<{ default: Component }> | undefined
  const loadOnce = () => {
    loading ??= loadCode(load).then((module) => {
      loaded = module[name] as Component
      return { default: loaded }
    })
    return loading
  }
  const later = lazyOfReact(loadOnce) as unknown as Component
  const component = () => loaded ?? later
  const part: FC<Exported<Module, Name>> = (props) => (
    <Part component={component} props={props} fallback={typeof fallback === 'function' ? fallback(props) : fallback} />
  )
  return Object.assign(part, { preload: () => void loadOnce().catch(() => undefined) })
}

type PartProps<P extends object> = { component: () => ComponentType<P>; props: P; fallback: ReactNode }

/** Keeps the component of its first render: a part that showed its fallback isn't mounted twice. */
const Part = <P extends object>({ component, props, fallback }: PartProps<P>) => {
  const [Component] = useState(component)
  return (
    <Suspense fallback={fallback}>
      <Component {...props} />
    </Suspense>
  )
}

/** A screen that the router loads; `preload` is gone once it is loaded. */
type Screen = { preload?: (() => Promise<unknown>) | undefined }

/** Keeps the router on the open screen until there is a connection to load the next one. */
export const waitForConnection = (screen: Screen | undefined) => {
  const load = screen?.preload
  if (load) screen.preload = () => loadCode(load)
}
