import { useEffect, useState } from 'react'

const longMs = 3000

/** Whether work has been going on for so long that the screen should say so. */
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
