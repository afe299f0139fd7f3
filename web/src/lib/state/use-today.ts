import { civil, endOfDay } from '@portal/contract/sla/calendar'
import { useSyncExternalStore } from 'react'

const readToday = (): string => civil(new Date()).day

/** Calls back at midnight in New York, and after a computer has slept. */
const subscribe = (onChange: () => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    const ms = endOfDay(readToday()).getTime() - Date.now()
    timer = setTimeout(() => {
      onChange()
      wait()
    }, ms)
  }
  wait()
  document.addEventListener('visibilitychange', onChange)
  return () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}

/** The civil day in New York, which changes while a page is open. */
export const useToday = (): string => useSyncExternalStore(subscribe, readToday)
