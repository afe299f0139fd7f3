/**
 * Runs a command for operators, or with `--help` prints how to use it. If it
 * fails, prints the message without a stack, such as the list of invalid
 * settings, and exits with 1.
 */
export async function runTool(
  usage: string,
  work: () => Promise<void>,
): Promise<void> {
  if (process.argv.includes('--help')) return console.log(usage)
  try {
    await work()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    if (isUnknownOption(error)) console.error(usage)
    process.exitCode = 1
  }
}

const isUnknownOption = (error: unknown) =>
  error instanceof Error &&
  'code' in error &&
  String(error.code).startsWith('ERR_PARSE_ARGS_')
