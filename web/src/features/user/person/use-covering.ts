import { useEffect } from 'react'

/** While the component is there, a dialog of its own stands over the drawer, which leaves Escape and the focus to it. */
export const useCovering = (onCover: (isCovered: boolean) => void) => {
  useEffect(() => {
    onCover(true)
    return () => onCover(false)
  }, [onCover])
}
