// Indexes of the tables, and views for the questions that people ask.
#pragma once

#include <string_view>

namespace trace2::program::tables {

inline constexpr std::string_view indexes = R"(
CREATE INDEX processes_of_parent ON processes (parent);
CREATE INDEX processes_by_name ON processes (name);
CREATE INDEX threads_of_process ON threads (process);
CREATE INDEX tasks_of_process ON tasks (process);
CREATE INDEX regions_of_process ON regions (process);
CREATE INDEX regions_of_task ON regions (task) WHERE task IS NOT NULL;
CREATE INDEX children_of_process ON children (process);
CREATE INDEX data_of_process ON data (process);
CREATE INDEX timers_of_process ON timers (process);
CREATE INDEX counters_of_process ON counters (process);
CREATE INDEX errors_of_process ON errors (process);
)";

/// Times of day are UTC. Durations, which end in _s, are seconds.
inline constexpr std::string_view views = R"(
-- Processes as people read them.
CREATE VIEW commands AS
  SELECT process, parent, name, strftime('%Y-%m-%d %H:%M:%f', begin / 1e6, 'unixepoch') AS began,
         wall_us / 1e6 AS wall_s, state, code, errors, worktree, arguments, sid
  FROM processes;

-- Per name of a command: how often and how long.
CREATE VIEW command_sums AS
  SELECT name, count(*) AS count, sum(state = 'unfinished') AS unfinished,
         sum(code IS NOT NULL AND code <> 0) AS failed, sum(wall_us) / 1e6 AS total_s,
         avg(wall_us) / 1e6 AS mean_s, max(wall_us) / 1e6 AS max_s
  FROM processes GROUP BY name;

-- Per region of a kind of command: where the time goes.
CREATE VIEW region_sums AS
  SELECT processes.name AS command, category, label, count(*) AS count,
         sum(duration_us) / 1e6 AS total_s, sum(self_us) / 1e6 AS self_s,
         avg(duration_us) / 1e6 AS mean_s, max(duration_us) / 1e6 AS max_s
  FROM regions JOIN processes USING (process) GROUP BY command, category, label;

-- Per task of a kind of command: how long it takes, and for how much of this threads run it.
CREATE VIEW task_sums AS
  SELECT processes.name AS command, category, label, count(*) AS count,
         sum(duration_us) / 1e6 AS total_s, sum(running_us) / 1e6 AS running_s,
         avg(duration_us) / 1e6 AS mean_s, max(duration_us) / 1e6 AS max_s
  FROM tasks JOIN processes USING (process) GROUP BY command, category, label;

-- Children with the process that each became, where that is traced.
CREATE VIEW started AS
  SELECT children.child, children.process AS parent, processes.process AS process, child_class,
         hook, children.arguments, children.begin, duration_us / 1e6 AS duration_s, children.code,
         processes.name AS name
  FROM children LEFT JOIN processes
    ON processes.parent = children.process AND processes.pid = children.pid;

-- Every process with each of its ancestors, itself included.
CREATE VIEW ancestors AS
  WITH RECURSIVE above (process, ancestor, distance) AS (
    SELECT process, process, 0 FROM processes
    UNION ALL
    SELECT above.process, processes.parent, distance + 1
    FROM above JOIN processes ON processes.process = above.ancestor
    WHERE processes.parent IS NOT NULL)
  SELECT * FROM above;

-- How often each key has each of its values.
CREATE VIEW data_values AS
  SELECT category, key, value, count(*) AS count FROM data GROUP BY category, key, value;

-- The latest value of each key of a process.
CREATE VIEW latest_data AS
  SELECT process, category, key, value, is_json, max(moment) AS moment
  FROM data GROUP BY process, category, key;
)";

}  // namespace trace2::program::tables
