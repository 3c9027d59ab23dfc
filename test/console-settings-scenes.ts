import { show, type Scenes } from './console-furnished.ts'

export const SETTINGS_SCENES: Scenes = {
  'console-settings': (stage) => show(stage, 'settings', 'main li a'),
}
