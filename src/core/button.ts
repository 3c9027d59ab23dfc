/** Something that can be pressed under a message, where the other side has buttons. */
export interface Button {
  label: string
  /** What is told when it was pressed: a verb and what it is about. One messenger takes 64 bytes of it. */
  press: string
}
