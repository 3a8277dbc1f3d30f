import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { placeOf } from './lanes.ts'

const PROJECTS = ['service', 'pure']

const placed = (file: TestSpecification) => ({ file, found: placeOf(file.moduleId) })
type Placed = ReturnType<typeof placed>

/** Gives each file the share of its kind that runs before it (0 to 1). */
const spread = (files: readonly Placed[]) =>
  [...files]
    .sort((a, b) => (a.found?.place ?? 0) - (b.found?.place ?? 0))
    .map(({ file }, index) => ({ file, share: (index + 0.5) / files.length }))

/**
 * Runs the files of one project after another, because a worker process serves one project.
 * Within a project, files that mostly wait are spread among the others, so that one worker waits
 * while the other one computes. The list of lanes gives the order within both kinds.
 */
export class LaneSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return PROJECTS.flatMap((project) => {
      const mine = files.filter((file) => file.project.name === project).map(placed)
      const waits = ({ found }: Placed) => found?.row.waits === true
      return [...spread(mine.filter(waits)), ...spread(mine.filter((each) => !waits(each)))]
        .sort((a, b) => a.share - b.share)
        .map(({ file }) => file)
    })
  }
}
