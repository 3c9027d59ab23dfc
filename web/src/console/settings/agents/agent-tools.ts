import { assistantWords } from '../../assistant/words/assistant-words.ts'

const LOOKS = /^(list|get|search|ask)_/
const TOOLS = Object.keys(assistantWords.en.tools)

/** All tools there are: those that look something up or ask, and those that change something. */
export const LOOKING = TOOLS.filter((name) => LOOKS.test(name))
export const DOING = TOOLS.filter((name) => !LOOKS.test(name))
