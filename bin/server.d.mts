export const serverArguments: readonly string[]
