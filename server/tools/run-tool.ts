/**
 * Runs a command for operators. If it fails, prints the message without a
 * stack, such as the list of invalid settings, and exits with 1.
 */
export async function runTool(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
