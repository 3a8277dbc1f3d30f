import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { placeOf } from './lanes.ts'

const PROJECTS = ['waits', 'service', 'pure']

const orderOf = ({ project, moduleId }: TestSpecification): [number, number] => [
  PROJECTS.indexOf(project.name),
  placeOf(moduleId)?.place ?? 0,
]

/**
 * Runs the files of one project after another, because a worker process serves one project, and the
 * files of a project in the order of the list of lanes.
 */
export class LaneSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files
      .map((file) => ({ file, order: orderOf(file) }))
      .sort((a, b) => a.order[0] - b.order[0] || a.order[1] - b.order[1])
      .map(({ file }) => file)
  }
}
