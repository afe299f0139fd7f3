import { type FocusEvent, type PointerEvent, type ReactNode, useRef } from 'react'
import { placeBy } from './place-by.ts'
import classes from './tip.module.css'

type TipProps = {
  label: string
  /** Nothing is shown where the words stand on the page anyway. */
  isOff?: boolean
  children: ReactNode
}

/** Milliseconds: a pointer on its way elsewhere shows nothing. */
const delay = 250

/** The name of something that is only drawn, beside it, while one points at it or comes to it by keyboard. What it names says its name itself. */
export const Tip = ({ label, isOff = false, children }: TipProps) => {
  const tip = useRef<HTMLSpanElement>(null)
  const timer = useRef<number>(undefined)
  /** Always delayed: focus may arrive while the browser shows or hides another popover, and it can't do both at once. */
  const showAfter = (pause: number, target: Element) => {
    window.clearTimeout(timer.current)
    timer.current = window.setTimeout(() => {
      if (!tip.current || isOff || !(target instanceof HTMLElement)) return
      placeBy(target, tip.current, true)
      tip.current.showPopover()
    }, pause)
  }
  const hide = () => {
    window.clearTimeout(timer.current)
    tip.current?.hidePopover()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only looks on
    <span
      className={classes.around}
      onPointerEnter={({ currentTarget, pointerType }: PointerEvent) => {
        const { firstElementChild } = currentTarget
        if (pointerType !== 'mouse' || !firstElementChild) return
        showAfter(delay, firstElementChild)
      }}
      onPointerLeave={hide}
      onPointerDown={hide}
      onFocus={({ target }: FocusEvent) => target.matches(':focus-visible') && showAfter(0, target)}
      onBlur={hide}
      onKeyDown={hide}
    >
      {children}
      <span ref={tip} className={classes.tip} popover="manual" aria-hidden>
        {label}
      </span>
    </span>
  )
}
