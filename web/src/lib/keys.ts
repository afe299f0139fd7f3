import { useEffect, useRef, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { createListeners } from './listeners.ts'
import { ownKey, readStored, writeStored } from './owner.ts'

/**
 * A key that works while the component that binds it is shown: 'a', '?',
 * 'ArrowDown', two in a row ('g s'), or with Ctrl or Cmd ('mod+Enter'). None
 * works while a dialog is open, so that a second dialog can't open. Keys
 * without `mod` don't work while someone types or if they are turned off.
 */
export type KeyBinding = {
  /** '' for a command that only the palette lists. */
  keys: string
  /**
   * What the key does, for the list of keys and the palette: 'Approve the
   * variance'.
   */
  label: string
  run: () => void
  /** Only moves the focus within the screen, so the palette leaves it out. */
  isOnlyKey?: boolean
  /** Whether it works in this state; the list of keys leaves out the others. */
  isOff?: boolean
}

/**
 * A binding that works here and now. `group` is the part of the screen that it
 * is for.
 */
type ActiveKey = KeyBinding & { group: string }

/** The group of the keys that every screen has; it comes last. */
export const everywhere = 'Everywhere'

/** How long the second key of two may take, in ms. */
const sequenceTimeout = 1200
const settingKey = 'keys-on'

const { subscribe, notify } = createListeners()
type Layer = {
  bindings: { current: readonly KeyBinding[] }
  isInDrawer: boolean
  group: string
}
const layers: Layer[] = []
let active: readonly ActiveKey[] = []
let prefix: { key: string; at: number } | null = null

const getName = ({ keys, label }: KeyBinding) => keys || label

const worksBehindDrawer = ({ keys }: KeyBinding) =>
  keys === '?' || keys.startsWith('mod+')

const refresh = () => {
  // A component that is shown later takes over the keys of those behind it.
  const byKeys = new Map<string, ActiveKey>()
  const add = (layer: Layer, isBound = (_: KeyBinding) => true) => {
    for (const one of layer.bindings.current) {
      // Later renders replace `run` without a refresh.
      const run = () =>
        layer.bindings.current
          .find((other) => getName(other) === getName(one))
          ?.run()
      if (!one.isOff && isBound(one))
        byKeys.set(getName(one), { ...one, run, group: layer.group })
    }
  }
  const inDrawer = layers.filter(({ isInDrawer }) => isInDrawer)
  for (const layer of layers)
    if (!layer.isInDrawer)
      add(layer, inDrawer.length > 0 ? worksBehindDrawer : undefined)
  for (const layer of inDrawer) add(layer)
  const isEverywhere = ({ group }: ActiveKey) => Number(group === everywhere)
  active = [...byKeys.values()].toSorted(
    (one, other) => isEverywhere(one) - isEverywhere(other),
  )
  notify()
}

/**
 * Binds keys while the component is shown. If two components bind one key, the
 * later one gets it. A drawer with `data-has-keys` turns off the single keys of
 * the page behind it.
 */
export const useKeys = (
  bindings: readonly KeyBinding[],
  { isInDrawer = false, group = 'This screen' } = {},
) => {
  const layer = useRef(bindings)
  const names = bindings
    .map(({ keys, label, isOff }) => `${keys} ${label} ${isOff}`)
    .join('\n')
  const listed = useRef(names)
  useEffect(() => {
    layer.current = bindings
    if (listed.current === names) return
    listed.current = names
    refresh()
  })
  useEffect(() => {
    if (layers.length === 0) document.addEventListener('keydown', onKeyDown)
    const own = { bindings: layer, isInDrawer, group }
    layers.push(own)
    refresh()
    return () => {
      layers.splice(layers.indexOf(own), 1)
      if (layers.length === 0)
        document.removeEventListener('keydown', onKeyDown)
      refresh()
    }
  }, [isInDrawer, group])
}

/** The keys and commands that work here and now. */
export const useActiveKeys = () => useSyncExternalStore(subscribe, () => active)

/**
 * Whether single keys are on for this person in this browser (WCAG 2.1.4). Keys
 * with Ctrl always work.
 */
const areKeysOn = () => {
  const { data } = z
    .boolean()
    .safeParse(readStored(localStorage, ownKey(settingKey)))
  return data ?? true
}
export const useKeysOn = () => useSyncExternalStore(subscribe, areKeysOn)
export const setKeysOn = (isOn: boolean) => {
  writeStored(localStorage, ownKey(settingKey), isOn)
  notify()
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches(
      'input:not([type="checkbox"], [type="radio"]), textarea, select',
    ))

export const isDialogOpen = () =>
  document.querySelector('[aria-modal="true"]:not([data-has-keys])') !== null

/** A menu or a list of choices has its own keys. */
const hasOwnKeys = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('[role="menu"], [role="listbox"], [role="combobox"]') !== null

/** Keys that something else has used, and modifiers. */
const isIgnored = ({
  key,
  defaultPrevented,
  isComposing,
  altKey,
}: KeyboardEvent): boolean =>
  defaultPrevented ||
  isComposing ||
  altKey ||
  ['Shift', 'Control', 'Meta'].includes(key)

/** Keys that act on what has the focus. */
const isForTarget = ({ key, target }: KeyboardEvent): boolean => {
  if (isTyping(target) || hasOwnKeys(target)) return true
  if (!(target instanceof Element)) return false
  // Arrows choose among radio buttons.
  if (key.startsWith('Arrow')) return target.matches('input')
  const isPress = key === 'Enter' || key === ' '
  return isPress && target.closest('a, button, [role="button"]') !== null
}

const runBinding = (keys: string, event: KeyboardEvent): boolean => {
  const binding = active.find((one) => one.keys === keys)
  if (!binding) return false
  event.preventDefault()
  binding.run()
  return true
}

/** The key of a shortcut with Ctrl, whatever Caps Lock is. */
const withoutCapsLock = ({ key, shiftKey }: KeyboardEvent): string =>
  /^[A-Z]$/.test(key) && !shiftKey ? key.toLowerCase() : key

const onKeyDown = (event: KeyboardEvent) => {
  const { key } = event
  if (isIgnored(event) || isDialogOpen()) return
  if (event.ctrlKey || event.metaKey) {
    runBinding(`mod+${withoutCapsLock(event)}`, event)
    return
  }
  if (!areKeysOn() || isForTarget(event)) return
  const before =
    prefix !== null && event.timeStamp - prefix.at < sequenceTimeout
      ? `${prefix.key} `
      : ''
  prefix = null
  if (runBinding(before + key, event)) return
  if (active.some(({ keys }) => keys.startsWith(`${key} `)))
    prefix = { key, at: event.timeStamp }
}
