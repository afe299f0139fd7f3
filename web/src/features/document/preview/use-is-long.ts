import { useEffect, useState } from 'react'

const longMs = 3000

/** Whether work has been running long enough for the screen to say so. */
export const useIsLong = (isWorking: boolean): boolean => {
  const [isLong, setIsLong] = useState(false)
  useEffect(() => {
    setIsLong(false)
    if (!isWorking) return
    const timer = setTimeout(() => setIsLong(true), longMs)
    return () => clearTimeout(timer)
  }, [isWorking])
  return isLong
}
