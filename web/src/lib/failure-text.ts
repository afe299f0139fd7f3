/** '{message}. Reason: {server error text}', or only the message; a reason that repeats it adds nothing (spec.md §8). */
export const failureText = (message: string, reason: string | null, prefers: 'message' | 'reason' = 'message') => {
  if (reason === null || reason === '' || reason === message) return message
  return prefers === 'reason' ? reason : `${message}. Reason: ${reason}`
}
