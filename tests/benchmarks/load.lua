-- POSTs the lines of the file that BODIES names, one after the other.
local bodies, turn = {}, 0
for line in io.lines(os.getenv("BODIES")) do bodies[#bodies + 1] = line end
local headers = {
  ["Authorization"] = "Bearer " .. os.getenv("TOKEN"),
  ["Content-Type"] = "application/json",
}
function request()
  turn = turn % #bodies + 1
  return wrk.format("POST", nil, headers, bodies[turn])
end
function done(summary, latency, requests)
  local errors = summary.errors.status + summary.errors.read + summary.errors.timeout
  print(string.format("RESULT %d %d %d %d", summary.requests, summary.duration, latency:percentile(99), errors))
end
