/** Something of an address that is on or not said. */
export function searchSwitch<Name extends string>(name: Name) {
  return (search: Record<string, unknown>): { [Key in Name]?: true } =>
    (search[name] === true || search[name] === 'true' ? { [name]: true } : {}) as { [Key in Name]?: true }
}
