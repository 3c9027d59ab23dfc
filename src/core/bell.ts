/** A wait that can be cut short. A ring while nobody waits ends the next wait at once, so none is lost. */
export interface Bell {
  ring(): void
  wait(millis: number): Promise<void>
}

export function createBell(): Bell {
  let rung = false
  let end: (() => void) | undefined
  return {
    ring() {
      rung = true
      end?.()
    },
    wait: (millis) =>
      new Promise((resolve) => {
        const timer = setTimeout(done, rung ? 0 : millis)
        end = done
        function done(): void {
          clearTimeout(timer)
          end = undefined
          rung = false
          resolve()
        }
      }),
  }
}
